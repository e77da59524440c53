import { sql } from 'kysely'
import type { Member } from '#server/platform/actor.ts'
import { createBatcher } from '#server/platform/batcher.ts'
import type { Db } from '#server/platform/db.ts'
import { preparedOnce } from '#server/platform/prepared-statements.ts'
import type { StoredToken } from './secret-token.ts'

/** A valid session and its member. */
export type FoundSession = Pick<Member, 'id' | 'username' | 'role'> & {
  sessionId: string
  createdAt: Date
  usedAt: Date
  hasSecondFactor: boolean
  emailVerified: boolean
}

/** A token to look up, and the time of its request. */
type Lookup = StoredToken & { now: Date }

/**
 * Finds the session of a token. Returns null if the token is unknown, its session has expired, or its member is banned.
 */
export type FindSession = (token: StoredToken, now: Date) => Promise<FoundSession | null>

/** The maximum number of sessions that one statement finds. */
const batchMax = 100

/**
 * Creates a function that finds sessions. Every request of a member needs one, so concurrent requests share a
 * statement.
 */
export function createSessionFinder(db: Db): FindSession {
  const run = (lookups: Lookup[]) => findSessions(db, lookups)
  const findInBatch = createBatcher({ keyOf, run, max: batchMax, isRead: true })
  return async ({ userId, hash }, now) => {
    const lookup = { userId, hash, now }
    // If the database refused the batch, nothing was found out, so this session is looked up alone.
    const found = (await findInBatch(lookup)) ?? (await run([lookup])).get(keyOf(lookup))
    return found?.session ?? null
  }
}

const keyOf = ({ userId, hash }: StoredToken) => `${userId} ${hash.toString('hex')}`

/** Finds the sessions of tokens. The result has an entry for each token, under its `keyOf`. */
async function findSessions(db: Db, lookups: Lookup[]): Promise<Map<string, { session: FoundSession | null }>> {
  const { rows } = await sql<FoundSession & { tokenHash: Buffer }>`${preparedOnce}
    select u.id, u.display_username as username, u.role, s.id as "sessionId", s.created_at, s.used_at,
      u.two_factor_enabled as "hasSecondFactor", u.email_verified, s.token_hash
    from unnest(${lookups.map(({ userId }) => userId)}::uuid[], ${lookups.map(({ hash }) => hash)}::bytea[],
      ${lookups.map(({ now }) => now)}::timestamptz[]) as lookup (user_id, token_hash, at)
    join sessions s on s.user_id = lookup.user_id and s.token_hash = lookup.token_hash and s.expires_at > lookup.at
    join users u on u.id = s.user_id and not u.banned`.execute(db)
  const sessions = new Map(
    rows.map(({ tokenHash, ...session }) => [keyOf({ userId: session.id, hash: tokenHash }), session]),
  )
  return new Map(lookups.map((lookup) => [keyOf(lookup), { session: sessions.get(keyOf(lookup)) ?? null }]))
}
