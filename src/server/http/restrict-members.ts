import type { MiddlewareHandler } from 'hono'
import { confirmationRequired, secondFactorRequired } from '#platform/actor.ts'
import type { ApiEnv } from '#platform/api.ts'

/**
 * The writes that an admin may make before they have set up the required second factor: setting it up, passkeys, email
 * and password, signing in and out, and ending sessions.
 */
const allowedBeforeSetup =
  /^\/api\/(user\/second-factor|user\/sessions|user\/passkeys|login|logout|password|email)(\/|$)/
/**
 * The writes that a member may make before they have confirmed their address: email and password, signing in and out,
 * ending sessions, and deleting the account.
 */
const allowedBeforeConfirmation = /^\/api\/(user$|user\/sessions|login|logout|password|email)(\/|$)/

/**
 * Refuses most writes by an admin who lacks the required second factor (ADMIN_SECOND_FACTOR), and by a member who has
 * to confirm their address (REGISTRATION_DOMAINS). Until then, they have the role of a user, so endpoints for
 * moderators and admins refuse them anyway. Throws AppError forbidden.
 */
export const restrictMembers: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const actor = c.get('actor')
  if (actor.kind === 'user' && !['GET', 'HEAD'].includes(c.req.method)) {
    if (actor.mustSetUp && !allowedBeforeSetup.test(c.req.path)) throw secondFactorRequired()
    if (actor.mustConfirm && !allowedBeforeConfirmation.test(c.req.path)) throw confirmationRequired()
  }
  await next()
}
