/** The prefix `__Host-` ties the cookie to Secure, Path=/ and this host. Plain http can't set Secure cookies. */
function cookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session'
}

/**
 * Reads the session token from the cookies. Over https only the `__Host-` cookie counts, which no other host can set.
 */
export function readSessionCookie(headers: Headers, secure: boolean): string | undefined {
  const prefix = `${cookieName(secure)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
}

/** The Set-Cookie header that stores a session token for `ms` milliseconds. */
export function sessionCookie(token: string, ms: number, secure: boolean): string {
  return writeCookie(token, Math.floor(ms / 1000), secure)
}

/** The Set-Cookie header that removes the session token. */
export function endedSessionCookie(secure: boolean): string {
  return writeCookie('', 0, secure)
}

function writeCookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  return `${cookieName(secure)}=${value}; ${attributes}`
}
