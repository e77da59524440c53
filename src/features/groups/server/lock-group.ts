import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { isSignedIn, lockUser } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import { hasRole, type Member, notSignedIn } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { GroupViewer } from '../rules.ts'

/**
 * Locks what a change of one person's membership depends on: the accounts of the acting member and of the person, in
 * the order of their ids, then the group. Sign-ins take the same locks (follow-claim.ts). Returns the group's id, and
 * what the acting member is in it. Throws AppError authentication_required (banned or signed out meanwhile) or not_found
 * (neither a member of the group nor an admin).
 */
export async function lockGroup(
  tx: Tx,
  member: Member,
  slug: string,
  personId: string,
): Promise<GroupViewer & { id: string }> {
  const isAdmin = hasRole(member, 'admin')
  if (isAdmin) await lockActingAdmin(tx, member, personId)
  else {
    for (const id of [member.id, personId].toSorted()) {
      const person = await lockUser(tx, id)
      if (id === member.id && person?.banned !== false) throw notSignedIn()
    }
    if (!(await isSignedIn(tx, member))) throw notSignedIn()
  }
  const group = await tx.selectFrom('groups').select('id').where('slug', '=', slug).forNoKeyUpdate().executeTakeFirst()
  const own = group && (await findMembership(tx, group.id, member.id))
  if (!group || !(own || isAdmin)) throw notFound(t('This group'))
  return { id: group.id, isAdmin, role: own?.role ?? null }
}

/** Returns a membership, or undefined if the person isn't in the group. */
export function findMembership(tx: Tx, groupId: string, userId: string) {
  return tx
    .selectFrom('groupMembers')
    .select(['role', 'source'])
    .where('groupId', '=', groupId)
    .where('userId', '=', userId)
    .executeTakeFirst()
}
