import { sql } from 'kysely'
import type { Actor } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/api.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { ContactMessage } from '../contract.ts'

/** What a message is told under, and who gets it: CONTACT_EMAIL; unset, every admin does. */
export type ContactInbox = { name: string; contactEmail?: string }

/** Nobody has so much to say; who floods is stopped. */
const messageLimit = { name: 'contact', points: 5, seconds: 3600 }

/**
 * Keeps a visitor's message and mails it to the operator: to CONTACT_EMAIL, else to every admin. AppError rate_limited
 * or captcha_failed.
 */
export async function sendMessage(
  platform: Platform,
  inbox: ContactInbox,
  actor: Actor,
  message: ContactMessage,
): Promise<void> {
  const { db, limits, captcha, mail, now } = platform
  await captcha.check(message.captcha, 'contact', actor)
  if (actor.kind !== 'system') await limits.take(messageLimit, networkOf(actor.address))
  const { name, email, subject, message: text } = message
  const row = {
    id: newId(),
    createdAt: now(),
    userId: actor.kind === 'user' ? actor.id : null,
    name,
    email,
    subject,
    message: text,
    doneAt: null,
    doneBy: null,
  }
  await inTransaction(db, async (tx) => {
    await tx.insertInto('contactMessages').values(row).execute()
    const letter = { subject: `[${inbox.name}] ${subject || 'A message'}`, text: letterText(inbox, message) }
    for (const [number, to] of (await receivers(tx, inbox)).entries()) {
      await mail.send(tx, {
        ...letter,
        to,
        key: `contact:${row.id}:${number}`,
        toOperator: Boolean(inbox.contactEmail),
      })
    }
  })
}

function letterText(inbox: ContactInbox, { name, email, message }: ContactMessage): string {
  const from = name ? `${name} (${email})` : email
  return `${from} wrote on the contact page of ${inbox.name}:\n\n${message}\n\n--\nTo answer, write to ${email}.\n`
}

async function receivers(tx: Tx, { contactEmail }: ContactInbox): Promise<string[]> {
  if (contactEmail) return [contactEmail]
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('banned', '=', false)
    .orderBy('id')
    .execute()
  return admins.map(({ email }) => email)
}

/** Messages from before `before`. Answers how many went. */
export async function deleteOldMessages(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('contactMessages').where('createdAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Takes out what a person wrote, signed in or under the address of the account, when the account goes. An address that
 * was never confirmed is anybody's: what was written under it stays.
 */
export async function forgetMessagesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('contactMessages')
    .where((is) =>
      is.or([
        is('userId', '=', userId),
        is(
          sql`lower(email)`,
          'in',
          is
            .selectFrom('users')
            .select(sql<string>`lower(email)`.as('own'))
            .where('id', '=', userId)
            .where('emailVerified', '=', true),
        ),
      ]),
    )
    .execute()
}
