/**
 * Returns the name of the session cookie. Browsers accept a name with `__Host-` only from this host, with Secure and
 * Path=/. Over plain http, no cookie can be Secure, so the name has no prefix there.
 */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-session' : 'session'
}

/**
 * Reads the session token from the cookies. Over https, only the `__Host-` cookie is accepted, which no other host can
 * set.
 */
export function readSessionCookie(headers: Headers, isSecure: boolean): string | undefined {
  const prefix = `${cookieName(isSecure)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
}

/** Returns the Set-Cookie header that stores a session token for `lifetimeMs`. */
export function sessionCookie(token: string, lifetimeMs: number, isSecure: boolean): string {
  return serializeCookie(token, Math.floor(lifetimeMs / 1000), isSecure)
}

/** Returns the Set-Cookie header that removes the session token. */
export function expiredSessionCookie(isSecure: boolean): string {
  return serializeCookie('', 0, isSecure)
}

function serializeCookie(value: string, seconds: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`
  return `${cookieName(isSecure)}=${value}; ${attributes}`
}
