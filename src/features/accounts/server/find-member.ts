import type { Member } from '#platform/actor.ts'
import type { LastWrite } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { parsePosition } from '#platform/database/replicas.ts'
import { sessionIdleMs, sessionMaxMs, sessionRenewalMs } from '../rules.ts'
import type { Accounts } from './account-hooks.ts'
import { needsConfirmedAddress } from './admit-person.ts'
import { readToken } from './secret-token.ts'
import type { FindSession, FoundSession } from './sessions/find-session.ts'
import { readSessionCookie, sessionCookie } from './sessions/session-cookie.ts'

type Context = Pick<Accounts, 'db' | 'sessionKey' | 'adminsNeedSecondFactor' | 'registration'> & {
  findSession: FindSession
}
/** `renewedCookie` is the Set-Cookie header if the session was extended. */
type SignedInMember = { member: Omit<Member, 'address' | 'browser'>; renewedCookie?: string; lastWrite?: LastWrite }

/** For how long all reads of a new session go to the primary, in ms: signing up and in are writes too. */
const newSessionMs = 60_000

/**
 * Finds the member by the session cookie in one query, or returns null if there is no valid session. Once an hour, a
 * second query records that the session was used, and extends it. An admin who must set up a second factor, or a member
 * who must confirm their address, has only the role `user` until they have done so.
 */
export async function findMember(
  context: Context,
  headers: Headers,
  isSecure: boolean,
  now: Date,
): Promise<SignedInMember | null> {
  const { db, sessionKey, findSession, adminsNeedSecondFactor = false } = context
  const token = readSessionCookie(headers, isSecure)
  const storedToken = token ? readToken(token, await sessionKey()) : null
  if (!token || !storedToken) return null
  const session = await findSession(storedToken, now)
  if (!session) return null
  const { id, username, sessionId } = session
  const mustSetUp = adminsNeedSecondFactor && session.role === 'admin' && !session.hasSecondFactor
  const mustConfirm = needsConfirmedAddress(context) && !session.emailVerified
  const role = mustSetUp || mustConfirm ? 'user' : session.role
  const requiredSteps = { ...(mustSetUp && { mustSetUp }), ...(mustConfirm && { mustConfirm }) }
  const member = { kind: 'user' as const, id, username, role, sessionId, ...requiredSteps }
  const lastWrite = lastWriteOf(session, now)
  if (now.getTime() - session.usedAt.getTime() < sessionRenewalMs) return { member, ...(lastWrite && { lastWrite }) }
  const latestEnd = session.createdAt.getTime() + sessionMaxMs
  const expiresAt = new Date(Math.min(now.getTime() + sessionIdleMs, latestEnd))
  await renewSession(db, member, now, expiresAt)
  return { member, renewedCookie: sessionCookie(token, expiresAt.getTime() - now.getTime(), isSecure) }
}

/**
 * Tells whether a request has a valid session of a member who needn't confirm their address first. Doesn't extend the
 * session, because the caller wouldn't renew the browser's cookie.
 */
export async function hasSession(context: Context, headers: Headers, isSecure: boolean, now: Date): Promise<boolean> {
  const token = readSessionCookie(headers, isSecure)
  const storedToken = token ? readToken(token, await context.sessionKey()) : null
  const session = storedToken && (await context.findSession(storedToken, now))
  return Boolean(session && (session.emailVerified || !needsConfirmedAddress(context)))
}

function lastWriteOf({ sessionId, createdAt, lastWrite }: FoundSession, now: Date): LastWrite | undefined {
  if (now.getTime() - createdAt.getTime() < newSessionMs) return undefined
  return {
    position: lastWrite === null ? 0n : parsePosition(lastWrite),
    turn: Number.parseInt(sessionId.slice(-8), 16),
  }
}

async function renewSession(db: Db, member: { id: string; sessionId: string }, now: Date, expiresAt: Date) {
  await db
    .updateTable('sessions')
    .set({ usedAt: now, expiresAt })
    .where('userId', '=', member.id)
    .where('id', '=', member.sessionId)
    .where('usedAt', '<=', new Date(now.getTime() - sessionRenewalMs))
    .execute()
}
