import { findUserId } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { GroupMember } from '../contract.ts'
import { type GroupRole, type GroupViewer, mayManage, rolesToGive } from '../rules.ts'
import { getMemberOrThrow } from './group-queries.ts'
import { findMembership, lockGroup } from './lock-group.ts'

/**
 * Changes the role of a member of a group. Throws AppError authentication_required, not_found (the group or the member)
 * or forbidden.
 */
export async function changeMember(
  db: Db,
  member: Member,
  { slug, username }: { slug: string; username: string },
  role: GroupRole,
): Promise<GroupMember> {
  return inTransaction(db, async (tx) => {
    const userId = await findUserId(tx, username)
    const group = await lockGroup(tx, member, slug, userId ?? member.id)
    const existing = userId === null ? undefined : await findMembership(tx, group.id, userId)
    if (userId === null || !existing) throw notFound(t('This member'))
    if (!mayManage(group, existing) || !rolesToGive(group).includes(role)) throw mayNotManage(group)
    if (existing.role !== role) {
      await tx
        .updateTable('groupMembers')
        .set({ role })
        .where('groupId', '=', group.id)
        .where('userId', '=', userId)
        .execute()
      const details = { group: group.id, role, before: existing.role }
      await recordAuditEntry(tx, member, { action: 'group.role', target: { kind: 'user', id: userId }, details })
    }
    return getMemberOrThrow(tx, group.id, userId)
  })
}

/** The error for somebody who may not change a membership. */
export function mayNotManage({ role }: GroupViewer): AppError {
  return new AppError(
    'forbidden',
    role === 'approver'
      ? t('Only an admin can change approvers, and people whom single sign-on made members.')
      : t('Only approvers of the group and admins can do this.'),
  )
}
