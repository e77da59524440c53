import { siteFacts } from '#client/site-facts.ts'
import { legalPages } from '#lib/legal-pages.ts'

/**
 * The pages that everybody can open, even on a site for members only. Which requests the server answers there is
 * decided in `src/server/http/open-paths.ts`.
 */
const openPages = new RegExp(`^/(auth(/.*)?|${legalPages.join('|')})$`)

/**
 * Whether a page must not show any content of the site, because the site is for members only but this page is for
 * everybody.
 */
export function hidesSiteContent(pathname: string): boolean {
  return siteFacts().isClosed === true && openPages.test(pathname)
}

/**
 * Call this when a session has ended. On a site for members only, it loads the sign-in page, so that no content stays in
 * this tab. Returns false if it does nothing. `leadsBack`: whether the sign-in leads back to this page.
 */
export function leaveClosedSite({ leadsBack }: { leadsBack: boolean }): boolean {
  if (!siteFacts().isClosed || openPages.test(location.pathname)) return false
  const { pathname, search } = location
  location.assign(leadsBack ? `/auth#return=${encodeURIComponent(pathname + search)}` : '/auth')
  return true
}
