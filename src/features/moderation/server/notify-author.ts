import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored-prompt.ts'
import { deletedAccountId, type Member, siteAccountId } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { approvedEmail, removedEmail, restoredEmail } from './author-emails.ts'
import type { ModerationContext } from './moderation-context.ts'

type Email = { subject: string; text: string }
type PromptBefore = Pick<StoredPrompt, 'id' | 'status' | 'removedReason'>

/**
 * Emails a prompt's author that this transaction removed, restored or approved it. `before`: the prompt as locked
 * before the change, so that each change is reported once. Sends nothing if nothing changed.
 */
export async function notifyAuthor(
  context: ModerationContext,
  tx: Tx,
  member: Member,
  before: PromptBefore,
): Promise<void> {
  const after = await lockPromptOrThrow(tx, member, before.id)
  if (after.userId === member.id) return
  await emailUser(context, tx, after.userId, (username) => emailFor(context, username, before, after))
}

/** Emails a user, unless the account is banned or belongs to the site. */
export async function emailUser(
  { mail }: Pick<ModerationContext, 'mail'>,
  tx: Tx,
  userId: string,
  emailTo: (username: string) => Email | null,
): Promise<void> {
  if (userId === siteAccountId || userId === deletedAccountId) return
  const person = await tx
    .selectFrom('users')
    .select(['displayUsername as username', 'email'])
    .where('id', '=', userId)
    .where('banned', '=', false)
    .executeTakeFirst()
  const message = person && emailTo(person.username)
  if (message) await mail.send(tx, { to: person.email, ...message, key: `moderation:${newId()}` })
}

function emailFor(
  context: ModerationContext,
  username: string,
  before: PromptBefore,
  after: StoredPrompt,
): Email | null {
  if (after.removedReason !== null) {
    return before.removedReason === after.removedReason
      ? null
      : removedEmail(context, username, after, after.removedReason)
  }
  if (after.status !== 'published') return null
  if (before.status === 'removed') return restoredEmail(context, username, after)
  return before.status === 'pending' ? approvedEmail(context, username, after) : null
}
