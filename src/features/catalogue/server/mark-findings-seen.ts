import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Records up to which version of a prompt moderators have looked at what was found in it. A later version with alarms
 * waits for them again; version 0 puts the prompt back. The caller has checked permission.
 */
export async function markFindingsSeen(
  tx: Tx,
  member: Member,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await tx.updateTable('prompts').set({ seenVersion: version }).where('id', '=', id).execute()
  await recordAuditEntry(tx, member, {
    action: 'prompt.see-findings',
    target: { kind: 'prompt', id },
    details: { version },
  })
}
