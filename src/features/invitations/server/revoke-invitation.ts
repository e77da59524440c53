import type { Actor } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'

/** Revokes an invitation. Returns false if it doesn't exist or is already revoked. The caller checks permissions. */
export async function revokeInvitation(tx: Tx, actor: Actor, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recordAuditEntry(tx, actor, { action: 'invitation.revoke', details: { invitation: id } })
  return true
}
