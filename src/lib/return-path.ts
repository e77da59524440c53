/** The maximum length of a path, in UTF-16 code units. Every address of this site is shorter. */
const maxLength = 2048

/** An origin that can't exist, for parsing a path the way browsers do. */
const parsingOrigin = 'http://return.invalid'

const unsafeCharacters = /[\\\p{Cc}]/u

/**
 * Checks an untrusted value, on the server and in the browser: returns it as a path of this site with its query and
 * hash. Returns null for anything else, such as another site (`//host`, `/.//host`), a script or the sign-in page.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !value.startsWith('/')) return null
  if (unsafeCharacters.test(value)) return null
  const url = URL.canParse(value, parsingOrigin) ? new URL(value, parsingOrigin) : null
  if (url?.origin !== parsingOrigin) return null
  // Like a browser, the parser removes “.” and “..”, which can turn a harmless path into the address of another host.
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || /^\/auth(\/|$)/.test(url.pathname) ? null : path
}

/** The paths that the browser saved before the sign-in. */
type SavedPaths = { redirectAfterLogin: unknown; lastVisitedUrl: unknown; previousUrl: unknown }

/**
 * The page to return to after a sign-in: the first valid path that was saved, otherwise the home page. Visitors who
 * wanted to create a prompt while they were on a prompt's page return to that page.
 */
export function returnPath({ redirectAfterLogin, lastVisitedUrl, previousUrl }: SavedPaths): string {
  const saved = [redirectAfterLogin, lastVisitedUrl, previousUrl].map(safeReturnPath).filter((path) => path !== null)
  const target = saved[0] ?? '/'
  if (target !== '/create-prompt') return target
  return saved.find((path) => /^\/prompt\/[^/?#]+/.test(path)) ?? target
}
