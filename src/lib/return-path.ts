/** The longest path that is accepted, in UTF-16 units: longer than any address of this site. */
const maxLength = 2048

/** A reserved origin, to parse a path as a browser does. */
const parsingOrigin = 'http://return.invalid'

const unsafeCharacters = /[\\\p{Cc}]/u

/**
 * Parses a stored or given value as a path of this site with query and hash. Null for anything else: another site
 * (`//host`, `/.//host`), a script, no path, or the sign-in itself. For server and browser.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !value.startsWith('/')) return null
  if (unsafeCharacters.test(value)) return null
  const url = URL.canParse(value, parsingOrigin) ? new URL(value, parsingOrigin) : null
  if (url?.origin !== parsingOrigin) return null
  // Browsers remove "." and "..", so a harmless path can become the address of another host.
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || /^\/auth(\/|$)/.test(url.pathname) ? null : path
}

/** The paths that were saved before the sign-in. */
type SavedPaths = { redirectAfterLogin: unknown; lastVisitedUrl: unknown; previousUrl: unknown }

/**
 * The page to return to after a sign-in: the first saved path of this site, else home. A visitor who wanted to create a
 * prompt, coming from a prompt's page, returns to that page.
 */
export function returnPath({ redirectAfterLogin, lastVisitedUrl, previousUrl }: SavedPaths): string {
  const saved = [redirectAfterLogin, lastVisitedUrl, previousUrl].map(safeReturnPath).filter((path) => path !== null)
  const target = saved[0] ?? '/'
  if (target !== '/create-prompt') return target
  return saved.find((path) => /^\/prompt\/[^/?#]+/.test(path)) ?? target
}
