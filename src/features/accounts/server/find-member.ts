import type { Member } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { sessionIdleMs, sessionMaxMs, sessionRenewalMs } from '../rules.ts'
import { readToken, type StoredToken } from './secret-token.ts'
import { readSessionCookie, sessionCookie } from './session-cookie.ts'
import type { SessionKey } from './session-key.ts'

type Context = { db: Db; sessionKey: SessionKey; adminsNeedSecondFactor?: boolean }
type SignedInMember = { member: Omit<Member, 'address' | 'browser'>; renewedCookie?: string }

/**
 * Finds the member by the session cookie, in one query. Once an hour a second query records the use and extends the
 * session. Null without a valid session. An admin who must set up a second factor acts as a plain user until then.
 */
export async function findMember(
  { db, sessionKey, adminsNeedSecondFactor = false }: Context,
  headers: Headers,
  secure: boolean,
  now: Date,
): Promise<SignedInMember | null> {
  const token = readSessionCookie(headers, secure)
  const storedToken = token ? readToken(token, await sessionKey()) : null
  if (!token || !storedToken) return null
  const session = await findSession(db, storedToken, now)
  if (!session) return null
  const { id, username, sessionId } = session
  const mustSetUp = adminsNeedSecondFactor && session.role === 'admin' && !session.hasSecondFactor
  const role = mustSetUp ? 'user' : session.role
  const member = { kind: 'user' as const, id, username, role, sessionId, ...(mustSetUp && { mustSetUp }) }
  if (now.getTime() - session.usedAt.getTime() < sessionRenewalMs) return { member }
  const longestEnd = session.createdAt.getTime() + sessionMaxMs
  const expiresAt = new Date(Math.min(now.getTime() + sessionIdleMs, longestEnd))
  await renewSession(db, session, now, expiresAt)
  return { member, renewedCookie: sessionCookie(token, expiresAt.getTime() - now.getTime(), secure) }
}

function findSession(db: Db, { userId, hash }: StoredToken, now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .where('s.userId', '=', userId)
    .where('s.tokenHash', '=', hash)
    .where('s.expiresAt', '>', now)
    .where('u.banned', '=', false)
    .select(['u.id', 'u.displayUsername as username', 'u.role', 's.id as sessionId'])
    .select(['s.createdAt', 's.usedAt', 'u.twoFactorEnabled as hasSecondFactor'])
    .executeTakeFirst()
}

async function renewSession(db: Db, session: { id: string; sessionId: string }, now: Date, expiresAt: Date) {
  await db
    .updateTable('sessions')
    .set({ usedAt: now, expiresAt })
    .where('userId', '=', session.id)
    .where('id', '=', session.sessionId)
    .where('usedAt', '<=', new Date(now.getTime() - sessionRenewalMs))
    .execute()
}
