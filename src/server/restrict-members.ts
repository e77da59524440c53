import type { MiddlewareHandler } from 'hono'
import { confirmationRequired, secondFactorRequired } from './platform/actor.ts'
import type { ApiEnv } from './platform/api.ts'

/**
 * The writes allowed before an admin has set up a required second factor: setting it up, passkeys, email and password,
 * signing in and out.
 */
const allowedBeforeSetup =
  /^\/api\/(user\/second-factor|user\/sessions|user\/passkeys|login|logout|password|email)(\/|$)/
/**
 * The writes allowed before a member has confirmed their address: email and password, signing in and out, deleting the
 * account.
 */
const allowedBeforeConfirmation = /^\/api\/(user$|user\/sessions|login|logout|password|email)(\/|$)/

/**
 * Refuses most writes (AppError forbidden) by an admin without the required second factor (ADMIN_SECOND_FACTOR), and by
 * a member who has to confirm their address (REGISTRATION_DOMAINS). Until then they have the role of a user, so
 * endpoints for moderators and admins refuse them anyway.
 */
export const restrictMembers: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const actor = c.get('actor')
  if (actor.kind === 'user' && !['GET', 'HEAD'].includes(c.req.method)) {
    if (actor.mustSetUp && !allowedBeforeSetup.test(c.req.path)) throw secondFactorRequired()
    if (actor.mustConfirm && !allowedBeforeConfirmation.test(c.req.path)) throw confirmationRequired()
  }
  await next()
}
