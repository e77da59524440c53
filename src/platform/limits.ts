import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '#lib/texts.ts'
import { type Db, isDatabaseUnreachable } from './database/db.ts'
import { AppError } from './errors.ts'
import { ipPrefix } from './ip-prefix.ts'

/** A rate limit: `points` per window of `seconds`. The window starts when the first point is taken. */
export type LimitRule = { name: string; points: number; seconds: number }

/**
 * Points that were taken: from which key (its hash), and the end of their window, in ms since 1970. It can be stored
 * until a later request gives them back.
 */
export type TakenPoints = { key: string; points: number; until: number }

/**
 * Rate limits that all processes share. `key`: what is counted separately, such as a network, a name or an id. Only its
 * hash is stored.
 */
export type Limits = {
  /**
   * Takes points. If there are too few, takes none and throws AppError rate_limited, with the seconds until the window
   * ends.
   */
  take(rule: LimitRule, key: string, points?: number): Promise<TakenPoints>
  /**
   * Gives points back (all if `points` is undefined), for an attempt that succeeded or wasn't made. Does nothing once
   * their window has ended, because they would add to the points of the next one.
   */
  giveBack(taken: TakenPoints, points?: number): Promise<void>
  /** Gives all points back to a key. */
  reset(rule: LimitRule, key: string): Promise<void>
}

/**
 * The network whose attempts a limit counts. For IPv4, it is the address itself; for IPv6, the /64 network, because a
 * household usually has a whole /64.
 */
export function networkOf(address: string): string {
  return ipPrefix(address, 32, 64)
}

/** The limits of RATE_LIMITS=off, which refuse nothing. */
export const noLimits: Limits = {
  take: async () => ({ key: '', points: 0, until: 0 }),
  giveBack: async () => undefined,
  reset: async () => undefined,
}

/**
 * Creates limits that are stored in PostgreSQL. While it is unavailable, each process counts in memory, so that limits
 * still apply.
 */
export function createLimits(db: Db): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (rule: LimitRule) => {
    const known = limiters.get(rule.name) ?? createLimiter(db, rule)
    limiters.set(rule.name, known)
    return known
  }
  return {
    async take(rule, key, points = 1) {
      const hash = hashOf(rule, key)
      const takenUntil = (until: number): TakenPoints => ({ key: hash, points, until })
      try {
        const { msBeforeNext } = await limiterOf(rule).consume(hash, points)
        return takenUntil(Date.now() + msBeforeNext)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        // The library counts refused points too. Fewer points may still be left.
        if (points > 1) await giveBack(db, takenUntil(Date.now() + error.msBeforeNext), points)
        throw tooMany(error.msBeforeNext)
      }
    },
    giveBack: (taken, points = taken.points) => giveBack(db, taken, points),
    async reset(rule, key) {
      await limiterOf(rule).delete(hashOf(rule, key))
    },
  }
}

/** How far, in ms, the end of a window may be from the one that was computed when the points were taken. */
const untilTolerance = 1_000

/**
 * Gives points back to the window that they were taken from, if it still exists. While the database is unavailable, they
 * stay taken until the window ends.
 */
async function giveBack(db: Db, { key, until }: TakenPoints, points: number): Promise<void> {
  const now = Date.now()
  try {
    await sql`
      update rate_limits set points = greatest(0, points - ${points}::integer) where key = ${key} and expire > ${now}
        and expire between ${until - untilTolerance} and ${until + untilTolerance}`.execute(db)
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error
  }
}

/** The error for too many attempts. `ms`: how long until the next attempt is allowed. */
export function tooMany(ms: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  const message = plural(
    minutes,
    'Too many attempts. Try again in {count} minute.',
    'Too many attempts. Try again in {count} minutes.',
  )
  return new AppError('rate_limited', message, { retryAfter })
}

function createLimiter(db: Db, { name, points, seconds }: LimitRule): RateLimiterPostgres {
  const options = { keyPrefix: '', points, duration: seconds }
  return new RateLimiterPostgres({
    ...options,
    storeClient: clientOf(db),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory({ ...options, keyPrefix: name }),
  })
}

/** The part of pg's client that the library needs, implemented with the server's pool. */
function clientOf(db: Db) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
}

/** Hashes a key. Keys can be names and addresses, which a copy of the database must not reveal. */
function hashOf({ name }: LimitRule, key: string): string {
  return createHash('sha256').update(`${name}:${key}`).digest('base64url')
}
