import type { Context } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import type { User } from '../../contract.ts'
import { sessionIdleMs } from '../../rules.ts'
import type { Accounts } from '../account-hooks.ts'
import type { LoginResult } from '../complete-login.ts'
import { getOwnUser } from '../user-queries.ts'
import { expiredSessionCookie, sessionCookie } from './session-cookie.ts'

type Ctx = Context<ApiEnv>

/** Sets the session cookie and returns the signed-in user. */
export function setSessionCookie({ db, hooks }: Accounts, c: Ctx, { userId, token }: LoginResult): Promise<User> {
  c.header('Set-Cookie', sessionCookie(token, sessionIdleMs, c.get('isSecure')), { append: true })
  const readUser = () => getOwnUser(db, userId, { ...hooks, address: c.get('actor').address })
  // Reading is tried twice, because the session is committed already. A user who saw an error would register again and
  // find the name taken.
  return readUser().catch(readUser)
}

/** Removes the session cookie from the browser. */
export function clearSessionCookie(c: Ctx): void {
  c.header('Set-Cookie', expiredSessionCookie(c.get('isSecure')), { append: true })
}
