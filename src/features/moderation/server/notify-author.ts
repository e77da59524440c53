import type { DecisionOutcome } from '#features/notifications/rules.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { inLanguage } from '#platform/languages.ts'
import type { ModerationContext } from './moderation-context.ts'

/** A decision about a user's content or claim. `subjectId` is the id of the content or of the claimed name. */
type Decision = { outcome: DecisionOutcome; subjectId: string; promptId: string | null; collectionId?: string }

/** Notifies and emails a user about a decision, unless the account is banned or belongs to the site. */
export async function notifyUser(
  { mail, now }: Pick<ModerationContext, 'mail' | 'now'>,
  tx: Tx,
  userId: string,
  decision: Decision,
  emailTo: (username: string) => { subject: string; text: string },
): Promise<void> {
  if (userId === siteAccountId || userId === deletedAccountId) return
  const person = await tx
    .selectFrom('users')
    .select(['displayUsername as username', 'email', 'language'])
    .where('id', '=', userId)
    .where('banned', '=', false)
    .executeTakeFirst()
  if (!person) return
  await recordEvent(tx, { kind: 'decision', ...decision, actorId: null, receiverIds: [userId], now: now() })
  const message = inLanguage(person.language, () => emailTo(person.username))
  await mail.send(tx, { to: person.email, ...message, key: `moderation:${newId()}` })
}
