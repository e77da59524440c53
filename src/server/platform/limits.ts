import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import { ipPrefix } from './ip-prefix.ts'

/** A rate limit: `points` per window of `seconds`. The window starts when the first point is taken. */
export type LimitRule = { name: string; points: number; seconds: number }

/**
 * Rate limits that all processes share. `key`: what is counted separately, such as a network, a name or an id. Only its
 * hash is stored.
 */
export type Limits = {
  /** Takes points. If there are too few, throws AppError rate_limited, with the seconds until the window ends. */
  take(rule: LimitRule, key: string, points?: number): Promise<void>
  /** Gives points back, for an attempt that succeeded or wasn't made. */
  refund(rule: LimitRule, key: string, points?: number): Promise<void>
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
  take: async () => undefined,
  refund: async () => undefined,
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
      try {
        await limiterOf(rule).consume(hashOf(rule, key), points)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
        throw error
      }
    },
    async refund(rule, key, points = 1) {
      await limiterOf(rule).reward(hashOf(rule, key), points)
    },
    async reset(rule, key) {
      await limiterOf(rule).delete(hashOf(rule, key))
    },
  }
}

/** The error for too many attempts. `ms`: how long until the next attempt is allowed. */
export function tooMany(ms: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(ms / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError('rate_limited', `Too many attempts. Try again in ${wait}.`, { retryAfter })
}

/** Deletes the windows that have ended. Returns their number. */
export async function deleteEndedLimits(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('rateLimits').where('expire', '<', now.getTime()).executeTakeFirst()
  return Number(numDeletedRows)
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
