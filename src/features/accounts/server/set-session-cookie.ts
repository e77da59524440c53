import type { Context } from 'hono'
import type { ApiEnv } from '#server/platform/api.ts'
import type { User } from '../contract.ts'
import { sessionIdleMs } from '../rules.ts'
import type { Accounts } from './account-hooks.ts'
import type { LoginResult } from './complete-login.ts'
import { endedSessionCookie, sessionCookie } from './session-cookie.ts'
import { getOwnUser } from './user-queries.ts'

type Ctx = Context<ApiEnv>

/** Sets the session cookie and returns the signed-in user. */
export function setSessionCookie({ db, hooks }: Accounts, c: Ctx, { userId, token }: LoginResult): Promise<User> {
  c.header('Set-Cookie', sessionCookie(token, sessionIdleMs, c.get('secure')), { append: true })
  const read = () => getOwnUser(db, userId, { creditsOf: hooks.creditsOf, address: c.get('actor').address })
  // The session is committed already: a user who saw an error here would register again and find the name taken.
  return read().catch(read)
}

/** Removes the session cookie from the browser. */
export function clearSessionCookie(c: Ctx): void {
  c.header('Set-Cookie', endedSessionCookie(c.get('secure')), { append: true })
}
