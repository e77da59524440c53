import { useEffect } from 'react'
import { notFoundTitle, pageTitle } from '#web/page-meta.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** The 404 page for routes that detect it only in the browser, after another title was set. */
export function ClientNotFoundPage() {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(notFoundTitle)
    document.title = title
    return () => {
      // Restored here, because React sets no title if the next page has the same one as the route.
      if (document.title === title) document.title = before
    }
  }, [])
  return <NotFoundPage />
}
