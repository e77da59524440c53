/** The address of a request, in the only form in which the gate, the caches, the files and the app read it. */
export type RequestAddress = {
  /** The path. Escaped are only characters that need it, in capital hexadecimal digits. */
  path: string
  /** The path with the query, which is as sent. */
  url: string
}

/** The only paths with a name that may contain a slash, escaped as `%2F`: those of credited authors, and of follows. */
const namesWithSlash = /^\/(author|api\/authors|api\/user\/follows)\//

/**
 * Reads the target of a request line. Returns null if two programs could read it differently, so it is refused: if it
 * isn't a path, or has dot segments, empty segments, backslashes, escaped slashes, control characters, a fragment, or
 * escapes that aren't UTF-8. Escaped letters, digits and `-._~` are the same as unescaped ones (RFC 3986, 6.2.2).
 */
export function readAddress(target: string): RequestAddress | null {
  if (!target.startsWith('/') || /[^\x21-\x7e]|#/.test(target)) return null
  const end = target.indexOf('?')
  const path = normalizePath(end === -1 ? target : target.slice(0, end))
  if (path === null) return null
  return { path, url: end === -1 ? path : path + target.slice(end) }
}

function normalizePath(sent: string): string | null {
  const path = sent.includes('%') ? sent.replace(/%([0-9a-f]{2})/gi, normalizeEscape) : sent
  const unescaped = decode(path)
  if (unescaped === null || /\\|\p{Cc}/u.test(unescaped)) return null
  if (/%2F/.test(path) && !namesWithSlash.test(path)) return null
  if (path.includes('//') || unescaped.split('/').some((segment) => segment === '.' || segment === '..')) return null
  // Escapes the characters that URLs escape, such as quotation marks.
  return new URL(path, 'http://site').pathname
}

function normalizeEscape(escaped: string, hex: string): string {
  const character = String.fromCharCode(Number.parseInt(hex, 16))
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase()
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/**
 * Whether the Host header is a host name or IP address with an optional port. With anything else, such as a path after
 * the name, the URL that the app builds from it would have another path.
 */
export function isPlainHost(host: string): boolean {
  return /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)
}

/** Returns the address without the slash at its end, or null if it has none. The query stays. */
export function withoutTrailingSlash({ path, url }: RequestAddress): RequestAddress | null {
  if (path === '/' || !path.endsWith('/')) return null
  const shorter = path.slice(0, -1)
  return { path: shorter, url: shorter + url.slice(path.length) }
}
