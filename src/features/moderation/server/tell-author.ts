import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored-prompt.ts'
import { deletedAccountId, type Member, siteAccountId } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { approvedLetter, removedLetter, restoredLetter } from './author-letters.ts'
import type { ModerationContext } from './moderation-context.ts'

type Letter = { subject: string; text: string }
type Told = Pick<StoredPrompt, 'id' | 'status' | 'removedReason'>

/**
 * Writes to a prompt's author what this transaction made of it: removed, restored or let through. `before`: the prompt as
 * it was, locked since then, so that each change is told once. Nothing is said of what stayed as it was.
 */
export async function tellAuthor(context: ModerationContext, tx: Tx, member: Member, before: Told): Promise<void> {
  const after = await lockPromptOrThrow(tx, member, before.id)
  if (after.userId === member.id) return
  await writeTo(context, tx, after.userId, (username) => letterFor(context, username, before, after))
}

/** Writes a letter to a person, unless the account is banned or belongs to the site: nobody reads those. */
export async function writeTo(
  { mail }: Pick<ModerationContext, 'mail'>,
  tx: Tx,
  userId: string,
  letterTo: (username: string) => Letter | null,
): Promise<void> {
  if (userId === siteAccountId || userId === deletedAccountId) return
  const person = await tx
    .selectFrom('users')
    .select(['displayUsername as username', 'email'])
    .where('id', '=', userId)
    .where('banned', '=', false)
    .executeTakeFirst()
  const letter = person && letterTo(person.username)
  if (letter) await mail.send(tx, { to: person.email, ...letter, key: `moderation:${newId()}` })
}

function letterFor(context: ModerationContext, username: string, before: Told, after: StoredPrompt): Letter | null {
  if (after.removedReason !== null) {
    return before.removedReason === after.removedReason
      ? null
      : removedLetter(context, username, after, after.removedReason)
  }
  if (after.status !== 'published') return null
  if (before.status === 'removed') return restoredLetter(context, username, after)
  return before.status === 'pending' ? approvedLetter(context, username, after) : null
}
