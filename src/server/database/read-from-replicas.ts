import type { MiddlewareHandler } from 'hono'
import { storeLastWrites } from '#features/accounts/server/sessions/store-last-writes.ts'
import type { ApiEnv } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { createReadBatcher } from '#platform/database/read-batcher.ts'
import { readAs } from '#platform/database/replicas.ts'
import type { Log } from '#platform/log-fields.ts'
import { isVisitorRead, safeMethods } from '../http/visitor-reads.ts'

/**
 * The paths of published content. Each change to it is recorded (`content-changes.ts`), so a replica isn't used until
 * it has replayed that change. Unlisted content, and what can be used only once, such as captchas, aren't included.
 */
const publicPaths = [
  /^\/api\/(prompts|tools|categories|tags|filters|search|home|footer|top-contributors|users|authors|leaderboard)(\/|$)/,
  /^\/(feed\.xml|llms\.txt|prompts\.md|tools\.md|oembed|sitemap\.xml)$/,
  /^\/(sitemap|category|prompt|tool|user|embed|share)\//,
]
/**
 * What members read besides: what they themselves write. Credits, payments, sign-in, tokens, answers of models, groups
 * and moderation stay on the primary.
 */
const memberPaths = [
  ...publicPaths,
  /^\/api\/(votes|favorites|collections|notifications)(\/|$)/,
  /^\/api\/user\/(prompts|collections|reads|follows|blocks|examples|change-requests)(\/|$)/,
]
/** Runs of tests write while nobody's request waits for them. */
const neverPaths = /^\/api\/prompts\/[^/]+\/tests(\/|$)/

let visits = 0

/**
 * Lets replicas serve the reads of visitors, and of members with a session whose last write is known. Forced reads
 * (`_t`), and requests with a token or an unknown cookie, go to the primary.
 */
export const readFromReplicas: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const lastWrite = c.get('lastWrite')
  const isRead = lastWrite ? safeMethods.has(c.req.method) && c.req.query('_t') === undefined : isVisitorRead(c)
  const paths = lastWrite ? memberPaths : publicPaths
  if (!isRead || neverPaths.test(c.req.path) || !paths.some((path) => path.test(c.req.path))) return next()
  // The same member begins with the same replica, so that what they have seen doesn't disappear again.
  const reader = lastWrite ? { needs: lastWrite.position, turn: lastWrite.turn } : { needs: 0n, turn: visits++ }
  return readAs(reader, () => next())
}

/**
 * After a member's request that may have written, stores the position of the write-ahead log with all of their sessions,
 * before the response. Whether it has written can't be told from its own statements, because writes of several members
 * share a batch. If storing fails, what they read may lack this write for up to `replicaLagMs`.
 */
export function rememberWrites(db: Db, log: Pick<Log, 'error'>): MiddlewareHandler<ApiEnv> {
  const remember = createReadBatcher<string, null>({
    read: async (ids) => {
      await storeLastWrites(db, ids)
      return ids.map(() => null)
    },
    max: 1000,
    concurrency: 3,
  })
  return async (c, next) => {
    if (safeMethods.has(c.req.method)) return next()
    await next()
    const actor = c.get('actor')
    if (actor.kind !== 'user') return
    await remember(actor.id).catch((error: Error) =>
      log.error(
        { requestId: c.get('requestId'), error: { message: error.message } },
        'a write’s position was not stored',
      ),
    )
  }
}
