import type { Message } from '#features/contact/contract.ts'
import { markMessage } from '#features/contact/server/mark-message.ts'
import { getMessageOrThrow, listMessages } from '#features/contact/server/message-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/db.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Returns a page of the messages that people sent from the contact page. Throws AppError authentication_required,
 * forbidden, validation_failed (an invalid cursor).
 */
export async function readMessages(
  db: Db,
  actor: Actor,
  options: Parameters<typeof listMessages>[1],
): Promise<Page<Message>> {
  requireRole(actor, 'admin')
  return listMessages(db, options)
}

/** Marks the message with this id as done or open. Throws AppError authentication_required, forbidden, not_found. */
export async function setMessageDone(
  { db, now }: ModerationContext,
  actor: Actor,
  id: string,
  { done }: { done: boolean },
): Promise<Message> {
  const member = requireRole(actor, 'admin')
  return inTransaction(db, async (tx) => {
    await markMessage(tx, member, id, done, now())
    return getMessageOrThrow(tx, id)
  })
}
