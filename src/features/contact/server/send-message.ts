import type { Actor } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { networkOf } from '#platform/limits.ts'
import type { ContactMessage } from '../contract.ts'

/**
 * The site's name for emails, and the address that receives them. Without an address, all admins who aren't banned
 * receive them.
 */
export type ContactInbox = { name: string; contactEmail?: string }

/** How many messages one network may send per hour. */
const messageLimit = { name: 'contact', points: 5, seconds: 3600 }

/**
 * Stores a message from the contact page and emails it to the operator: to `contactEmail` or, if it isn't set, to every
 * admin who isn't banned. Throws AppError rate_limited or captcha_failed.
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
    const content = { subject: `[${inbox.name}] ${subject || 'A message'}`, text: emailText(inbox, message) }
    for (const [number, to] of (await findRecipients(tx, inbox)).entries()) {
      await mail.send(tx, {
        ...content,
        to,
        key: `contact:${row.id}:${number}`,
        // Without this, the email would be withdrawn if an account with the operator's address were deleted.
        toOperator: Boolean(inbox.contactEmail),
      })
    }
  })
}

function emailText(inbox: ContactInbox, { name, email, message }: ContactMessage): string {
  const from = name ? `${name} (${email})` : email
  return `${from} wrote on the contact page of ${inbox.name}:\n\n${message}\n\n--\nTo reply, write to ${email}.\n`
}

async function findRecipients(tx: Tx, { contactEmail }: ContactInbox): Promise<string[]> {
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
