import type { MiddlewareHandler } from 'hono'
import { confirmationRequired, secondFactorRequired } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

/** The writes that an admin without the required second factor may still do: set one up, sign in and out. */
const toSetUp = /^\/api\/(user\/second-factor|user\/sessions|user\/passkeys|login|logout|password|email)(\/|$)/
/** The writes allowed before a member confirms their address: confirming it, signing in and out, deleting the account. */
const toConfirm = /^\/api\/(user$|user\/sessions|login|logout|password|email)(\/|$)/

/**
 * An admin without the required second factor (ADMIN_SECOND_FACTOR) may read public data, and only write what sets one up;
 * likewise a member whose address has to be confirmed (REGISTRATION_DOMAINS). Endpoints for moderators and admins refuse
 * them anyway, since they have the role of a user until then.
 */
export const restrictMembers: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const actor = c.get('actor')
  if (actor.kind === 'user' && !['GET', 'HEAD'].includes(c.req.method)) {
    if (actor.mustSetUp && !toSetUp.test(c.req.path)) throw secondFactorRequired()
    if (actor.mustConfirm && !toConfirm.test(c.req.path)) throw confirmationRequired()
  }
  await next()
}
