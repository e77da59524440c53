import type { Context } from 'hono'
import { consentCookie } from '#features/consent/record-rules.ts'
import type { ApiEnv } from '#platform/api.ts'

/** The methods of requests that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request is a visitor's read that may be answered with what others were answered: without anything that could
 * say who sends it (a session, a token, or any cookie but the choice about cookies), and no forced read.
 */
export function isVisitorRead({ req }: Context<ApiEnv>): boolean {
  const { headers, method } = req.raw
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !headers.has('authorization') && !hasOtherCookies(headers) && req.query('_t') === undefined
}

function hasOtherCookies(headers: Headers): boolean {
  const cookies = headers.get('cookie')
  return cookies !== null && !cookies.split(';').every((cookie) => cookie.trim().startsWith(`${consentCookie}=`))
}
