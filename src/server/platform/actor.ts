import { AppError } from './errors.ts'

export type Role = 'user' | 'moderator' | 'admin'

/**
 * A signed-in person. `sessionId` names the session that the request came with. `mustSetUp`: an admin whose office
 * rests until they have a second factor; their `role` is then that of anybody.
 */
export type Member = {
  kind: 'user'
  id: string
  username: string
  role: Role
  sessionId: string
  address: string
  browser: string
  mustSetUp?: true
}

/** Who acts. Never a nullable user: every write says which of these it serves. */
export type Actor = { kind: 'visitor'; address: string; browser: string } | Member | { kind: 'system'; name: string }

/** Who sends a request: always from an address, with a browser or another program. */
export type Caller = Exclude<Actor, { kind: 'system' }>

/** The site's own account (made by the first migration): author of imported prompts. */
export const siteAccountId = '01900000-0000-7000-8000-000000000001'
/** Whose the prompts are that deleted accounts left behind. Nobody can sign in as it. */
export const deletedAccountId = '01900000-0000-7000-8000-000000000002'

/** The refusal of what takes a member, where there is none: nobody is signed in, or their account or session has ended. */
export function notSignedIn(): AppError {
  return new AppError('authentication_required', 'Please sign in first.')
}

/** The member who acts; AppError authentication_required when nobody is signed in. */
export function requireMember(actor: Actor): Member {
  if (actor.kind !== 'user') throw notSignedIn()
  return actor
}

const rank = { user: 0, moderator: 1, admin: 2 } as const

/** Whether the actor has this role or a higher one. The system has every role. */
export function hasRole(actor: Actor, role: Role): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && rank[actor.role] >= rank[role])
}

/** The member who acts, with this role or a higher one; AppError authentication_required or forbidden. */
export function requireRole(actor: Actor, role: Exclude<Role, 'user'>): Member {
  const member = requireMember(actor)
  if (member.mustSetUp) throw secondFactorOwed()
  if (!hasRole(member, role))
    throw new AppError('forbidden', `Only ${role === 'admin' ? 'admins' : 'moderators and admins'} may do this.`)
  return member
}

/** What an admin is told who owes a second factor (ADMIN_SECOND_FACTOR). */
export function secondFactorOwed(): AppError {
  return new AppError('forbidden', 'Admins need a second factor here. Set one up in your settings first.')
}
