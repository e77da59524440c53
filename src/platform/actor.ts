import type { TokenScope } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { AppError } from './errors.ts'

export type Role = 'user' | 'moderator' | 'admin'

/**
 * The token that a request was sent with. `dailyCredits`: how many credits it may spend per day (UTC). `isApp`: it is no
 * API token, but one that an app got by OAuth, so the app can ask the member for more scopes.
 */
export type ActingToken = { id: string; scopes: readonly TokenScope[]; dailyCredits: number; isApp?: true }

/**
 * A signed-in member. `token`: the API token sent instead of a session; `sessionId` is then its id, and `role` is
 * `user`. `mustSetUp`: an admin who first has to set up a second factor. `mustConfirm`: a member who first has to
 * confirm their email address. Until then, both have the `role` `user`.
 */
export type Member = {
  kind: 'user'
  id: string
  username: string
  role: Role
  sessionId: string
  address: string
  browser: string
  token?: ActingToken
  mustSetUp?: true
  mustConfirm?: true
}

/**
 * Who makes a request or change. An actor is never null, so every function has to handle visitors explicitly.
 * `address`: the IP address. `browser`: the User-Agent header.
 */
export type Actor = { kind: 'visitor'; address: string; browser: string } | Member | { kind: 'system'; name: string }

/** Who sent a request, with their IP address and User-Agent. */
export type Caller = Exclude<Actor, { kind: 'system' }>

/** The actor in the audit log for what follows from a member's groups at the operator's OpenID provider. */
export const singleSignOn: Actor = { kind: 'system', name: 'single sign-on' }

/** The id of the site account, which the first migration creates. It is the author of imported prompts. */
export const siteAccountId = '01900000-0000-7000-8000-000000000001'
/** The id of the account that owns the prompts of deleted accounts. Nobody can sign in as it. */
export const deletedAccountId = '01900000-0000-7000-8000-000000000002'

/** The error if a visitor, or somebody whose session has ended, sends a request that only members may make. */
export function notSignedIn(): AppError {
  return new AppError('authentication_required', t('Please sign in first.'))
}

/** The error for a member who first has to confirm their email address. */
export function confirmationRequired(): AppError {
  const message = t(
    'Confirm your email address first: open the link in our email, or request a new one in your settings.',
  )
  return new AppError('forbidden', message)
}

/** Returns the acting member. Throws AppError authentication_required if nobody is signed in. */
export function requireMember(actor: Actor): Member {
  if (actor.kind !== 'user') throw notSignedIn()
  return actor
}

const rank = { user: 0, moderator: 1, admin: 2 } as const

/** Whether the actor has this role or a higher one. The system has every role. */
export function hasRole(actor: Actor, role: Role): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[role])
}

/**
 * Returns the acting member if they have this role or a higher one. Throws AppError authentication_required or
 * forbidden.
 */
export function requireRole(actor: Actor, role: Exclude<Role, 'user'>): Member {
  const member = requireMember(actor)
  if (member.mustSetUp) throw secondFactorRequired()
  if (!hasRole(member, role))
    throw new AppError(
      'forbidden',
      role === 'admin' ? t('Only admins may do this.') : t('Only moderators and admins may do this.'),
    )
  return member
}

/** The error for an admin who has to set up a second factor first (ADMIN_SECOND_FACTOR). */
export function secondFactorRequired(): AppError {
  return new AppError('forbidden', t('Admins need two-step sign-in here. Set it up in your settings first.'))
}
