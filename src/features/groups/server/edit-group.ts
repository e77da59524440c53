import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import type { AdminGroup, GroupEdit } from '../contract.ts'
import { storeOrThrow } from './create-group.ts'
import { getAdminGroup } from './group-queries.ts'

/**
 * Changes a group. If `claimValue` changes, the members whom the former one brought leave at once, because nothing says
 * any more that they belong to the group. The caller checks permissions. Throws AppError not_found or validation_failed
 * (another group has the name or the claim's value).
 */
export async function editGroup(tx: Tx, admin: Member, slug: string, edit: GroupEdit): Promise<AdminGroup> {
  const before = await tx
    .selectFrom('groups')
    .select(['id', 'claimValue'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw notFound(t('This group'))
  const { id, claimValue } = before
  if (Object.keys(edit).length > 0) {
    await storeOrThrow(() => tx.updateTable('groups').set(edit).where('id', '=', id).execute())
    const isOther = edit.claimValue !== undefined && edit.claimValue !== claimValue
    const left = isOther ? await removeClaimMembers(tx, id) : 0
    await recordAuditEntry(tx, admin, {
      action: 'group.change',
      target: { kind: 'group', id },
      details: { changed: Object.keys(edit).join(' '), ...(isOther && { left }) },
    })
  }
  return getAdminGroup(tx, slug)
}

async function removeClaimMembers(tx: Tx, groupId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('groupMembers')
    .where('groupId', '=', groupId)
    .where('source', '=', 'claim')
    .executeTakeFirst()
  return Number(numDeletedRows)
}
