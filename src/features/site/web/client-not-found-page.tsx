import { useEffect } from 'react'
import { notFoundTitle, pageTitle } from '#web/page-meta.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** The 404 page for routes that learn only in the browser that there is no page. It replaces the document's title. */
export function ClientNotFoundPage() {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(notFoundTitle)
    document.title = title
    return () => {
      // React doesn't restore the title if the next page has the same title as this route.
      if (document.title === title) document.title = before
    }
  }, [])
  return <NotFoundPage />
}
