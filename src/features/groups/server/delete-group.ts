import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { isStillReferenced, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

/**
 * Deletes a group with its memberships. Does nothing if it doesn't exist. The caller checks permissions. Throws AppError
 * conflict if something only its members see is still in it: without the group, nobody could say who may see that.
 */
export async function deleteGroup(tx: Tx, admin: Member, slug: string): Promise<void> {
  try {
    const deleted = await tx.deleteFrom('groups').where('slug', '=', slug).returning('id').executeTakeFirst()
    if (deleted)
      await recordAuditEntry(tx, admin, { action: 'group.delete', target: { kind: 'group', id: deleted.id } })
  } catch (error) {
    if (!isStillReferenced(error)) throw error
    throw new AppError(
      'conflict',
      t('There are still prompts or collections in this group. Move or delete them first.'),
    )
  }
}
