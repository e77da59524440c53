import { changeRole } from '#features/accounts/server/change-account-status.ts'
import { lockAccountStatus } from '#features/accounts/server/lock-account-status.ts'
import type { Actor, Role } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/db.ts'
import type { Provider } from '../rules.ts'
import type { ConnectionContext, OidcSettings } from './oauth-settings.ts'
import type { Identity } from './provider-user.ts'

/** The actor in the audit log when a member's role changes because of their groups at the provider. */
const singleSignOn: Actor = { kind: 'system', name: 'single sign-on' }

export const withheldGroupsAdvice =
  'the OpenID provider withheld the groups of somebody who is in many; let it send only groups assigned to this site'

/**
 * Sets a member's role according to their groups at the operator's provider, in a separate transaction. Does nothing
 * for other providers, if no group is mapped to a role, or if the provider withheld the groups.
 */
export async function applyProviderRole(
  { db, oauth }: ConnectionContext,
  userId: string,
  identity: Identity,
): Promise<void> {
  if (groupsDecideRole(oauth.oidc, identity))
    await inTransaction(db, (tx) => storeProviderRole(tx, userId, identity, oauth.oidc))
}

/**
 * Does the same as `applyProviderRole` in the caller's transaction. Doesn't withdraw a role that no group is mapped to,
 * and doesn't change the role of the only admin who isn't banned.
 */
export async function storeProviderRole(
  tx: Tx,
  userId: string,
  identity: Identity,
  oidc: OidcSettings | undefined,
): Promise<void> {
  if (!groupsDecideRole(oidc, identity)) return
  const { role, isLastAdmin } = await lockAccountStatus(tx, userId)
  const providerRole = roleOf(oidc, identity.groups, role)
  if (providerRole === role || isLastAdmin) return
  await changeRole(tx, singleSignOn, userId, providerRole)
}

/** Tells the operator in the log if a role depends on groups that the provider withheld. */
export function warnOfWithheldGroups({ oauth, log }: ConnectionContext, provider: Provider, { groups }: Identity) {
  if (provider === 'oidc' && groups === undefined && mapsGroups(oauth.oidc)) log.warn({}, withheldGroupsAdvice)
}

function mapsGroups(oidc: OidcSettings | undefined): oidc is OidcSettings {
  return Boolean(oidc?.groups.admin || oidc?.groups.moderator)
}

function groupsDecideRole(oidc: OidcSettings | undefined, { groups }: Identity): oidc is OidcSettings {
  return groups !== undefined && mapsGroups(oidc)
}

/** Returns the member's role after this sign-in. `role` is the one before. */
function roleOf({ groups }: OidcSettings, memberGroups: readonly string[] = [], role: Role): Role {
  if (groups.admin && memberGroups.includes(groups.admin)) return 'admin'
  const isMapped = role !== 'user' && groups[role] !== undefined
  if (groups.moderator && memberGroups.includes(groups.moderator) && (role === 'user' || isMapped)) return 'moderator'
  return isMapped ? 'user' : role
}
