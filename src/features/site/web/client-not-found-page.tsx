import { useEffect } from 'react'
import { notFoundTitle, pageTitle } from '#web/page-meta.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** The 404 page for routes that find out only in the browser that there is no page. It replaces the route's title. */
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
