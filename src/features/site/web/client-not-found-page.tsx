import { useEffect } from 'react'
import { translate } from '#lib/texts.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { notFoundTitle, pageTitle } from './page-meta.ts'

/**
 * The 404 page for routes where only the browser finds out that there is no page. It also sets the document's title.
 */
export function ClientNotFoundPage() {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(translate(notFoundTitle))
    document.title = title
    return () => {
      // React doesn't set the title again if the next page has the same title as this route, so it is restored here.
      if (document.title === title) document.title = before
    }
  }, [])
  return <NotFoundPage />
}
