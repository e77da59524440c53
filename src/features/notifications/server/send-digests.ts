import { sql } from 'kysely'
import { lockUser } from '#features/accounts/server/lock-user.ts'
import { findPerson } from '#features/accounts/server/user-queries.ts'
import { pluralize } from '#lib/numbers.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Notification } from '../contract.ts'
import { digestWeek } from '../digest-rules.ts'
import { listForDigest } from './notification-queries.ts'
import { unsubscribePath, unsubscribeToken } from './unsubscribe-token.ts'

export type DigestContext = {
  db: Db
  now: () => Date
  mail: Mail
  sendsEmail: boolean
  siteName: string
  origin: () => string
}

/** How many members one query returns. */
const batchSize = 100
/** How many notifications a digest lists, and up to how many it counts. */
const [shownMax, countedMax] = [20, 1000]

/** Returns members whose consent to digests is stored, who have a confirmed address, and had no digest this week. */
async function listDueMembers(db: Db, week: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select r.user_id from notification_receivers r join users u on u.id = r.user_id
    where r.digest and r.digested_week < ${week}::date and u.email_verified and not u.banned
    order by r.user_id limit ${batchSize}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/**
 * Sends this week's digests to members who chose them: an email with unread notifications that weren't in a digest yet,
 * and a link to unsubscribe. A separate transaction for each member claims the week, so that nobody gets two emails,
 * even if several processes run this function or one of them dies.
 */
export async function sendDigests(context: DigestContext): Promise<void> {
  if (!context.sendsEmail) return
  const week = digestWeek(context.now())
  for (let due = await listDueMembers(context.db, week); due.length > 0; due = await listDueMembers(context.db, week))
    for (const userId of due) await inTransaction(context.db, (tx) => sendDigest(context, tx, userId, week))
}

async function sendDigest(context: DigestContext, tx: Tx, userId: string, week: string): Promise<void> {
  const account = await lockUser(tx, userId)
  if (!account?.emailVerified || account.banned || !(await claimWeek(tx, userId, week))) return
  const notifications = await listForDigest(tx, userId, countedMax)
  const person = await findPerson(tx, userId)
  if (notifications.length === 0 || !person) return
  await tx
    .updateTable('notifications')
    .set({ mailedAt: context.now() })
    .where('userId', '=', userId)
    .where(
      'eventId',
      'in',
      notifications.map(({ id }) => id),
    )
    .execute()
  const unsubscribeUrl =
    context.origin() + unsubscribePath + (await unsubscribeToken(context.db, { userId, email: 'digest' }))
  const email = digestEmail(context, { username: person.username, notifications, unsubscribeUrl })
  await context.mail.send(tx, { to: account.email, ...email, unsubscribeUrl, key: `digest:${userId}:${week}` })
}

/** Claims this week's digest of a member. Returns whether this transaction sends it. */
async function claimWeek(tx: Tx, userId: string, week: string): Promise<boolean> {
  const { rows } = await sql`
    update notification_receivers set digested_week = ${week}::date
    where user_id = ${userId} and digest and digested_week < ${week}::date returning 1`.execute(tx)
  return rows.length > 0
}

type Digest = { username: string; notifications: Notification[]; unsubscribeUrl: string }

/** Returns the weekly email. */
export function digestEmail(
  { siteName, origin }: Pick<DigestContext, 'siteName' | 'origin'>,
  { username, notifications, unsubscribeUrl }: Digest,
): { subject: string; text: string } {
  const lines = notifications.slice(0, shownMax).map(({ text, title, path }) => {
    const address = path === null ? '' : `\n  ${origin()}${path}`
    return `- ${text}${title === null ? '' : `: “${title}”`}${address}`
  })
  const more = notifications.length - lines.length
  const count = notifications.length === countedMax ? `${countedMax} or more` : String(notifications.length)
  return {
    subject: `${pluralize(notifications.length, 'unread notification')} at ${siteName}`,
    text: `Hello ${username},

This is your weekly digest from ${siteName}: ${count} unread.

${lines.join('\n\n')}
${more > 0 ? `\n${more} more: ${origin()}/notifications\n` : ''}
You get this email because you asked for it in your settings: ${origin()}/settings
Unsubscribe, without signing in: ${unsubscribeUrl}
`,
  }
}
