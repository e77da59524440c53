import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus } from '#features/accounts/server/lock-account-status.ts'
import { type ClaimProblem, groupLimits } from '#features/groups/rules.ts'
import { type ClaimedGroups, followClaim, leaveClaimGroups } from '#features/groups/server/follow-claim.ts'
import { type Role, singleSignOn } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { findConnectedUserId } from './connection-queries.ts'
import type { ConnectionContext, OidcSettings } from './oauth-settings.ts'
import type { Identity } from './provider-user.ts'

/** What the log says about a problem with somebody's groups at the provider. */
export const groupsAdvice: Record<ClaimProblem, string> = {
  withheld:
    'the OpenID provider withheld the groups of somebody who is in many; let it send only groups assigned to this site',
  too_many: `the OpenID provider sent more than ${groupLimits.claimValues} groups of somebody; let it send only groups assigned to this site`,
  invalid: 'the OpenID provider sent groups that are no list of texts; check what it sends in the claim',
  full: 'somebody couldn’t join all their groups, because a group has its maximum of members or they are in too many',
}

/**
 * Sets a member's role and their memberships according to their groups at the operator's provider, in a separate
 * transaction, and warns the operator of problems in the log. Does nothing for other providers.
 */
export async function applyProviderGroups(
  context: ConnectionContext,
  userId: string,
  identity: Identity,
): Promise<void> {
  if (identity.groups === undefined) return
  const problem = await inTransaction(context.db, async (tx) => {
    const stored = await storeProviderGroups(context, tx, userId, identity)
    // If they disconnected the provider meanwhile, no sign-in would end these memberships.
    if ((await findConnectedUserId(tx, 'oidc', identity.subject)) !== userId) await leaveClaimGroups(tx, userId)
    return stored
  })
  warnOfProblem(context, userId, problem)
}

/**
 * Does the same as `applyProviderGroups` in the caller's transaction, but returns the problem instead of warning of it.
 */
export async function storeProviderGroups(
  { oauth, now }: Pick<ConnectionContext, 'oauth' | 'now'>,
  tx: Tx,
  userId: string,
  { groups }: Identity,
): Promise<ClaimProblem | null> {
  if (groups === undefined) return null
  const isUnknown = groups.kind === 'withheld' && mapsRoles(oauth.oidc)
  if (mapsRoles(oauth.oidc) && !isUnknown) await storeRole(tx, userId, oauth.oidc, groups)
  const problem = await followClaim(tx, userId, groups, now())
  return problem ?? (isUnknown ? 'withheld' : null)
}

/** Tells the operator in the log what was wrong with a member's groups, if something was. */
export function warnOfProblem({ log }: ConnectionContext, userId: string, problem: ClaimProblem | null): void {
  if (problem !== null) log.warn({ member: userId }, groupsAdvice[problem])
}

function mapsRoles(oidc: OidcSettings | undefined): oidc is OidcSettings {
  return Boolean(oidc?.groups.admin || oidc?.groups.moderator)
}

/**
 * Doesn't withdraw a role that no group is mapped to, and doesn't change the role of the only admin who isn't banned.
 */
async function storeRole(tx: Tx, userId: string, oidc: OidcSettings, claimed: ClaimedGroups): Promise<void> {
  const { role, isLastAdmin } = await lockAccountStatus(tx, userId)
  const providerRole = roleOf(oidc, claimed.kind === 'list' ? claimed.values : [], role)
  if (providerRole === role || isLastAdmin) return
  await changeRole(tx, singleSignOn, userId, providerRole)
}

/** Returns the member's role after this sign-in. `role` is the one before. */
function roleOf({ groups }: OidcSettings, memberGroups: readonly string[], role: Role): Role {
  if (groups.admin && memberGroups.includes(groups.admin)) return 'admin'
  const isMapped = role !== 'user' && groups[role] !== undefined
  if (groups.moderator && memberGroups.includes(groups.moderator) && (role === 'user' || isMapped)) return 'moderator'
  return isMapped ? 'user' : role
}
