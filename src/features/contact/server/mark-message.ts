import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'

/**
 * Marks a message as done or open. Does nothing if it already is, so the user who first marked it as done stays
 * recorded. The caller checks permissions. Throws AppError not_found.
 */
export async function markMessage(tx: Tx, member: Member, id: string, done: boolean, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('contactMessages')
    .select('doneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t('This message'))
  if ((row.doneAt !== null) === done) return
  await tx
    .updateTable('contactMessages')
    .set(done ? { doneAt: now, doneBy: member.id } : { doneAt: null, doneBy: null })
    .where('id', '=', id)
    .execute()
  await recordAuditEntry(tx, member, {
    action: done ? 'message.done' : 'message.reopen',
    target: { kind: 'message', id },
  })
}
