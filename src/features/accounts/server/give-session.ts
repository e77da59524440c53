import type { Context } from 'hono'
import type { ApiEnv } from '#server/platform/api.ts'
import type { User } from '../contract.ts'
import { sessionIdleMs } from '../rules.ts'
import type { Accounts } from './account-hooks.ts'
import type { LetIn } from './let-in.ts'
import { endedSessionCookie, sessionCookie } from './session-cookie.ts'
import { getOwnUser } from './user-queries.ts'

type Ctx = Context<ApiEnv>

/** Gives the browser its session. Answers the person who is in now. */
export function giveSession({ db, hooks }: Accounts, c: Ctx, { userId, token }: LetIn): Promise<User> {
  c.header('Set-Cookie', sessionCookie(token, sessionIdleMs, c.get('secure')), { append: true })
  const read = () => getOwnUser(db, userId, { creditsOf: hooks.creditsOf, address: c.get('actor').address })
  // The account or session is committed: who reads of a failure registers again, and finds their own name taken.
  return read().catch(read)
}

/** Takes the session's cookie away from the browser. */
export function takeSession(c: Ctx): void {
  c.header('Set-Cookie', endedSessionCookie(c.get('secure')), { append: true })
}
