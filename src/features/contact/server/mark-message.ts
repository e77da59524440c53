import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'

/**
 * Marks a message as done or open. Does nothing if it is already, so that the first user stays recorded. The caller
 * checks permissions. AppError not_found.
 */
export async function markMessage(tx: Tx, member: Member, id: string, done: boolean, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('contact_messages')
    .select('done_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('This message')
  if ((row.done_at !== null) === done) return
  await tx
    .updateTable('contact_messages')
    .set(done ? { done_at: now, done_by: member.id } : { done_at: null, done_by: null })
    .where('id', '=', id)
    .execute()
  await recordAct(tx, member, { action: done ? 'message.done' : 'message.reopen', target: { kind: 'message', id } })
}
