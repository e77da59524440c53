import type { MiddlewareHandler } from 'hono'
import { secondFactorRequired } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

/** The writes that an admin without the required second factor may still do: set one up, sign in and out. */
const open = /^\/api\/(user\/second-factor|user\/sessions|user\/passkeys|login|logout|password|email)(\/|$)/

/**
 * An admin without the required second factor (ADMIN_SECOND_FACTOR) may read public data, and only write what sets one up.
 * Endpoints for moderators and admins refuse them anyway, since they have the role of a user until then.
 */
export const restrictAdmins: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const actor = c.get('actor')
  const mustSetUp = actor.kind === 'user' && actor.mustSetUp
  if (mustSetUp && !['GET', 'HEAD'].includes(c.req.method) && !open.test(c.req.path)) throw secondFactorRequired()
  await next()
}
