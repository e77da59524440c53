/** Longer than any address of this site. */
const longest = 2048

/** An origin that nobody has, to read a path as a browser reads it. */
const nowhere = 'http://return.invalid'

const unsafeCharacters = /[\\\p{Cc}]/u

/**
 * The path of this site that a saved or given value means, with query and hash; null where it means anything else:
 * another site (`//host`, `/.//host`), a script, no path, or the sign-in itself. For server and browser alike.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longest || !value.startsWith('/')) return null
  if (unsafeCharacters.test(value)) return null
  const url = URL.canParse(value, nowhere) ? new URL(value, nowhere) : null
  if (url?.origin !== nowhere) return null
  // Browsers drop "." and ".." of a path, so what was no address of a foreign host can become one.
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || /^\/auth(\/|$)/.test(url.pathname) ? null : path
}

/** The paths that were saved on the way to the sign-in. */
type SavedPaths = { redirectAfterLogin: unknown; lastVisitedUrl: unknown; previousUrl: unknown }

/**
 * Where a sign-in leads back to: the first saved path that is one of this site, else home. Who came to create a prompt
 * from the page of another prompt goes back to that page.
 */
export function returnPath({ redirectAfterLogin, lastVisitedUrl, previousUrl }: SavedPaths): string {
  const saved = [redirectAfterLogin, lastVisitedUrl, previousUrl].map(safeReturnPath).filter((path) => path !== null)
  const target = saved[0] ?? '/'
  if (target !== '/create-prompt') return target
  return saved.find((path) => /^\/prompt\/[^/?#]+/.test(path)) ?? target
}
