import type { MiddlewareHandler } from 'hono'
import { secondFactorOwed } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

/** What an admin may still change who owes a second factor: what leads to one, and leaving. */
const open = /^\/api\/(user\/second-factor|user\/sessions|user\/passkeys|login|logout|password|email)(\/|$)/

/**
 * An admin who owes a second factor (ADMIN_SECOND_FACTOR) reads what everybody may read and changes nothing but what
 * leads to one. What needs an office refuses them by itself: they have none until then.
 */
export const holdBackAdmins: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const actor = c.get('actor')
  const owes = actor.kind === 'user' && actor.mustSetUp
  if (owes && !['GET', 'HEAD'].includes(c.req.method) && !open.test(c.req.path)) throw secondFactorOwed()
  await next()
}
