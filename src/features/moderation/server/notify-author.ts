import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored-prompt.ts'
import type { DecisionOutcome } from '#features/notifications/rules.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { deletedAccountId, type Member, siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { newId } from '#platform/ids.ts'
import { approvedEmail, removedEmail, restoredEmail } from './author-emails.ts'
import type { ModerationContext } from './moderation-context.ts'

type Email = { subject: string; text: string }
/** A decision about a user's content or claim. `subjectId` is the id of the content or of the claimed name. */
type Decision = { outcome: DecisionOutcome; subjectId: string; promptId: string | null; collectionId?: string }
type Context = Pick<ModerationContext, 'mail' | 'now'>
type PromptBefore = Pick<StoredPrompt, 'id' | 'status' | 'removedReason'>

/**
 * Notifies and emails a prompt's author if this transaction removed, restored or approved the prompt, unless the
 * moderator is the author. `before` is the prompt before these changes.
 */
export async function notifyAuthor(
  context: ModerationContext,
  tx: Tx,
  moderator: Member,
  before: PromptBefore,
): Promise<void> {
  const after = await lockPromptOrThrow(tx, moderator, before.id)
  const outcome = outcomeOf(before, after)
  if (after.userId === moderator.id || outcome === null) return
  const decision = { outcome, subjectId: after.id, promptId: after.id }
  await notifyUser(context, tx, after.userId, decision, (username) => emailFor(context, username, outcome, after))
}

/** Notifies and emails a user about a decision, unless the account is banned or belongs to the site. */
export async function notifyUser(
  { mail, now }: Context,
  tx: Tx,
  userId: string,
  decision: Decision,
  emailTo: (username: string) => Email,
): Promise<void> {
  if (userId === siteAccountId || userId === deletedAccountId) return
  const person = await tx
    .selectFrom('users')
    .select(['displayUsername as username', 'email'])
    .where('id', '=', userId)
    .where('banned', '=', false)
    .executeTakeFirst()
  if (!person) return
  await recordEvent(tx, { kind: 'decision', ...decision, actorId: null, receiverIds: [userId], now: now() })
  await mail.send(tx, { to: person.email, ...emailTo(person.username), key: `moderation:${newId()}` })
}

type PromptOutcome = Extract<DecisionOutcome, `prompt-${string}`>

function outcomeOf(before: PromptBefore, after: StoredPrompt): PromptOutcome | null {
  if (after.removedReason !== null) return before.removedReason === after.removedReason ? null : 'prompt-removed'
  if (after.status !== 'published') return null
  if (before.status === 'removed') return 'prompt-restored'
  return before.status === 'pending' ? 'prompt-approved' : null
}

function emailFor(context: ModerationContext, username: string, outcome: PromptOutcome, after: StoredPrompt): Email {
  if (outcome === 'prompt-removed') return removedEmail(context, username, after, after.removedReason ?? '')
  return outcome === 'prompt-restored'
    ? restoredEmail(context, username, after)
    : approvedEmail(context, username, after)
}
