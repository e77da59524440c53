import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#platform/api.ts'
import { allowReplica } from '#platform/replica.ts'

/**
 * The paths of published content. Each change to it is recorded (`content-changes.ts`), so the replica isn't used until
 * it has replayed that change. Members' private data, unlisted content, and what can be used only once, such as
 * captchas, aren't included.
 */
const paths = [
  /^\/api\/(prompts|tools|categories|tags|filters|search|home|footer|top-contributors|users|authors|leaderboard)(\/|$)/,
  /^\/(feed\.xml|llms\.txt|prompts\.md|tools\.md|oembed|sitemap\.xml)$/,
  /^\/(sitemap|category|prompt|tool|user|embed|share)\//,
]

/**
 * Lets the replica serve visitors' reads, except forced reads. A member may have just written something, so members'
 * reads go to the primary.
 */
export const readFromReplica: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { headers, method } = c.req.raw
  const isVisitor = !headers.has('cookie') && !headers.has('authorization')
  const isRead = (method === 'GET' || method === 'HEAD') && c.req.query('_t') === undefined
  if (!isRead || !isVisitor || !paths.some((path) => path.test(c.req.path))) return next()
  return allowReplica(() => next())
}
