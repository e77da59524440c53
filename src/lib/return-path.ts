/** The maximum length of a path, in UTF-16 code units. Every address of this site is shorter. */
const maxLength = 2048

/** An origin that can't exist, for parsing a path the way browsers do. */
const parsingOrigin = 'http://return.invalid'

const unsafeCharacters = /[\\\p{Cc}]/u

/**
 * Checks an untrusted value. If it is a path of this site, returns the path with its query and hash. Returns null for
 * anything else, such as another site (`//host`, `/.//host`) or a script, and for /auth and the paths below it.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !value.startsWith('/')) return null
  if (unsafeCharacters.test(value)) return null
  const url = URL.canParse(value, parsingOrigin) ? new URL(value, parsingOrigin) : null
  if (url?.origin !== parsingOrigin) return null
  // Like browsers, the parser drops “.” and “..”, which can turn a harmless-looking path into another site's address.
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || /^\/auth(\/|$)/.test(url.pathname) ? null : path
}

/**
 * What the browser saved before the sign-in: the page where the visitor chose to sign in, the members’ page that they
 * wanted to open, and the last page that they visited.
 */
type SavedPaths = { redirectAfterLogin: unknown; lastVisitedUrl: unknown; previousUrl: unknown }

/**
 * The page to return to after a sign-in: the first valid path that was saved, otherwise the home page. Visitors who
 * wanted to create a prompt while they were on a prompt's page return to that page.
 */
export function returnPath({ redirectAfterLogin, lastVisitedUrl, previousUrl }: SavedPaths): string {
  const paths = [redirectAfterLogin, lastVisitedUrl, previousUrl].map(safeReturnPath).filter((path) => path !== null)
  const target = paths[0] ?? '/'
  if (target !== '/create-prompt') return target
  return paths.find((path) => /^\/prompt\/[^/?#]+/.test(path)) ?? target
}
