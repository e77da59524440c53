/** `__Host-` holds a browser to Secure, Path=/ and this very host; plain http has no Secure cookies. */
function nameOf(secure: boolean): string {
  return secure ? '__Host-session' : 'session'
}

/** The session's token among the request's cookies. Over https only the `__Host-` cookie counts: nobody else can set it. */
export function readSessionCookie(headers: Headers, secure: boolean): string | undefined {
  const prefix = `${nameOf(secure)}=`
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
}

/** The Set-Cookie header that gives the browser a session for so many ms. */
export function sessionCookie(token: string, ms: number, secure: boolean): string {
  return writeCookie(token, Math.floor(ms / 1000), secure)
}

/** The Set-Cookie header that takes it away. */
export function endedSessionCookie(secure: boolean): string {
  return writeCookie('', 0, secure)
}

function writeCookie(value: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`
  return `${nameOf(secure)}=${value}; ${attributes}`
}
