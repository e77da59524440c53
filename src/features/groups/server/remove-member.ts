import { findUserId } from '#features/accounts/server/user-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { mayManage } from '../rules.ts'
import { mayNotManage } from './change-member.ts'
import { findMembership, lockGroup } from './lock-group.ts'

/**
 * Removes a member from a group, or lets them leave. Does nothing if the person isn't in it. Throws AppError
 * authentication_required, not_found (the group), forbidden, or conflict (single sign-on would bring the member back).
 */
export async function removeMember(
  db: Db,
  member: Member,
  { slug, username }: { slug: string; username: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const userId = await findUserId(tx, username)
    const group = await lockGroup(tx, member, slug, userId ?? member.id)
    const existing = userId === null ? undefined : await findMembership(tx, group.id, userId)
    if (userId === null || !existing) return
    const isSelf = userId === member.id
    if (isSelf && existing.source === 'claim' && !group.isAdmin)
      throw new AppError('conflict', t('Single sign-on made you a member. Ask who manages your account there.'))
    if (!isSelf && !mayManage(group, existing)) throw mayNotManage(group)
    await tx.deleteFrom('groupMembers').where('groupId', '=', group.id).where('userId', '=', userId).execute()
    const details = { group: group.id, role: existing.role }
    await recordAuditEntry(tx, member, { action: 'group.remove', target: { kind: 'user', id: userId }, details })
  })
}
