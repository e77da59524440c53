import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from './platform/api.ts'
import { readAnywhere } from './platform/replica.ts'

/**
 * What visitors read and what pages show: published content, whose changes are recorded (content-changes.ts), so that a change
 * is waited for. Nothing that belongs to somebody, is unlisted, or is used once.
 */
const paths = [
  /^\/api\/(prompts|tools|categories|tags|filters|search|home|footer|top-contributors|users|authors|leaderboard)(\/|$)/,
  /^\/(feed\.xml|llms\.txt|prompts\.md|tools\.md|oembed|sitemap\.xml)$/,
  /^\/(sitemap|category|prompt|tool|user|embed|share)\//,
]

/** Reads of visitors may go to the replica, except forced ones. A member may have just written, and reads from the primary. */
export const readFromReplica: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers, method } = c.req.raw
  const isVisitor = !headers.has('cookie') && !headers.has('authorization')
  const isRead = (method === 'GET' || method === 'HEAD') && c.req.query('_t') === undefined
  if (!isRead || !isVisitor || !paths.some((path) => path.test(c.req.path))) return next()
  return readAnywhere(() => next())
}
