/** The maximum length of a path, in UTF-16 units. Every address of this site is shorter. */
const maxLength = 2048

/** A reserved origin, for parsing a path as browsers do. */
const parsingOrigin = 'http://return.invalid'

const unsafeCharacters = /[\\\p{Cc}]/u

/**
 * Parses an untrusted value as a path of this site with query and hash. Null for anything else: another site (`//host`,
 * `/.//host`), a script, or the sign-in page. For server and browser.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength || !value.startsWith('/')) return null
  if (unsafeCharacters.test(value)) return null
  const url = URL.canParse(value, parsingOrigin) ? new URL(value, parsingOrigin) : null
  if (url?.origin !== parsingOrigin) return null
  // Browsers remove "." and "..", which can turn a harmless path into the address of another host.
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || /^\/auth(\/|$)/.test(url.pathname) ? null : path
}

/** The paths that were saved before the sign-in. */
type SavedPaths = { redirectAfterLogin: unknown; lastVisitedUrl: unknown; previousUrl: unknown }

/**
 * The page to return to after a sign-in: the first saved path that is valid, otherwise home. Visitors who came from a
 * prompt's page and wanted to create a prompt return to that page.
 */
export function returnPath({ redirectAfterLogin, lastVisitedUrl, previousUrl }: SavedPaths): string {
  const saved = [redirectAfterLogin, lastVisitedUrl, previousUrl].map(safeReturnPath).filter((path) => path !== null)
  const target = saved[0] ?? '/'
  if (target !== '/create-prompt') return target
  return saved.find((path) => /^\/prompt\/[^/?#]+/.test(path)) ?? target
}
