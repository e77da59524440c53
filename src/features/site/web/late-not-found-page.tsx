import { useEffect } from 'react'
import { notFoundTitle, pageTitle } from '#web/page-meta.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** The 404 page of a route that finds out only in the browser: its title says something else by then. */
export function LateNotFoundPage() {
  useEffect(() => {
    const before = document.title
    const title = pageTitle(notFoundTitle)
    document.title = title
    return () => {
      // The next page may have the title that the router gave this one: then nobody else writes it anew.
      if (document.title === title) document.title = before
    }
  }, [])
  return <NotFoundPage />
}
