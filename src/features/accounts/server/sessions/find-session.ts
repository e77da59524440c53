import { sql } from 'kysely'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { createReadBatcher } from '#platform/database/read-batcher.ts'
import type { StoredToken } from '../secret-token.ts'

/** A valid session and its member. `id` is the member's id. */
export type FoundSession = Pick<Member, 'id' | 'username' | 'role'> & {
  sessionId: string
  createdAt: Date
  usedAt: Date
  hasSecondFactor: boolean
  emailVerified: boolean
  /** The position of the write-ahead log after the member's last write (pg_lsn). Null if none was stored. */
  lastWrite: string | null
}

/** A token to look up, and the time of its request. */
type Lookup = StoredToken & { now: Date }

/**
 * Finds the session of a token. Returns null if the token is unknown, its session has expired, or its member is banned.
 */
export type FindSession = (token: StoredToken, now: Date) => Promise<FoundSession | null>

/**
 * Creates a function that finds sessions. Every request of a signed-in member looks up a session, so concurrent
 * requests share a statement.
 */
export function createSessionFinder(db: Db): FindSession {
  const read = (lookups: Lookup[]) => findSessions(db, lookups)
  const findInBatch = createReadBatcher({ read, max: 1000, concurrency: 3 })
  return ({ userId, hash }, now) => findInBatch({ userId, hash, now })
}

const keyOf = ({ userId, hash }: StoredToken) => `${userId} ${hash.toString('hex')}`

/** Finds the sessions of tokens, in the order of the tokens. Matches rows to tokens by user id and hash. */
async function findSessions(db: Db, lookups: Lookup[]): Promise<(FoundSession | null)[]> {
  const { rows } = await sql<FoundSession & { tokenHash: Buffer }>`${preparedOnce}
    select u.id, u.display_username as username, u.role, s.id as "sessionId", s.created_at, s.used_at,
      u.two_factor_enabled as "hasSecondFactor", u.email_verified, s.token_hash, s.last_write
    from unnest(${lookups.map(({ userId }) => userId)}::uuid[], ${lookups.map(({ hash }) => hash)}::bytea[],
      ${lookups.map(({ now }) => now)}::timestamptz[]) as lookup (user_id, token_hash, at)
    join sessions s on s.user_id = lookup.user_id and s.token_hash = lookup.token_hash and s.expires_at > lookup.at
    join users u on u.id = s.user_id and not u.banned`.execute(db)
  const sessions = new Map(
    rows.map(({ tokenHash, ...session }) => [keyOf({ userId: session.id, hash: tokenHash }), session]),
  )
  return lookups.map((lookup) => sessions.get(keyOf(lookup)) ?? null)
}
