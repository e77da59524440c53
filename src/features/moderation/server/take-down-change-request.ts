import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { removeChangeRequest, restoreChangeRequest } from '#features/change-requests/server/moderate-change-request.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { changeRequestRemovedEmail, changeRequestRestoredEmail } from './author-emails.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

/** A reported suggested edit. `authorId` is its proposer. */
type ReportedRequest = { id: string; authorId: string }

/**
 * Removes a suggested edit. Notifies its proposer and emails them the reason, unless the proposer is the moderator.
 * Returns whether the edit was shown before.
 */
export async function takeDownRequest(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { id, authorId, reason }: ReportedRequest & { reason: string },
): Promise<boolean> {
  if (!(await removeChangeRequest(tx, id, reason))) return false
  const { promptId, title } = await readPrompt(tx, id)
  const decision = { outcome: 'change-request-removed', subjectId: id, promptId } as const
  if (authorId !== moderator.id)
    await notifyUser(context, tx, authorId, decision, (username) =>
      changeRequestRemovedEmail(context, username, { id, title }, reason),
    )
  return true
}

/** Restores a removed suggested edit. Notifies and emails its proposer, unless the proposer is the moderator. */
export async function restoreRequest(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  { id, authorId }: ReportedRequest,
): Promise<void> {
  if (!(await restoreChangeRequest(tx, id)) || authorId === moderator.id) return
  const { promptId, title } = await readPrompt(tx, id)
  const decision = { outcome: 'change-request-restored', subjectId: id, promptId } as const
  await notifyUser(context, tx, authorId, decision, (username) =>
    changeRequestRestoredEmail(context, username, { id, title }),
  )
}

/** Returns the prompt of a suggested edit. `title` is null unless everybody may read the prompt. */
async function readPrompt(tx: Tx, id: string): Promise<{ promptId: string; title: string | null }> {
  const { rows } = await sql<{ promptId: string; title: string | null }>`
    select cr.prompt_id, case when ${isPublished} then p.title end as title
    from change_requests cr join prompts p on p.id = cr.prompt_id where cr.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Error(`Suggested edit ${id} doesn't exist, although it has just been changed.`)
  return rows[0]
}
