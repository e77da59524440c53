import { legalPages } from '#features/site/brand-rules.ts'
import { siteFacts } from './site-facts.ts'

/** The pages that a site for members shows everybody. The server decides (src/server/open-paths.ts). */
const openPages = new RegExp(`^/(auth(/.*)?|${legalPages.join('|')})$`)

/** Whether this page shows no content, because the site is for members only and the page for everybody. */
export function isWithheld(pathname: string): boolean {
  return siteFacts().isClosed === true && openPages.test(pathname)
}

/**
 * Leaves a site for members only after a session: loads the sign-in page, so that no content stays in this tab.
 * Returns whether it does. `returns`: whether to come back to this page.
 */
export function leaveClosedSite({ returns }: { returns: boolean }): boolean {
  if (!siteFacts().isClosed || openPages.test(location.pathname)) return false
  const { pathname, search } = location
  location.assign(returns ? `/auth#return=${encodeURIComponent(pathname + search)}` : '/auth')
  return true
}
