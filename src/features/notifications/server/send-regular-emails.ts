import { sql } from 'kysely'
import { lockUser } from '#features/accounts/server/lock-user.ts'
import { findPerson, inLanguageOf } from '#features/accounts/server/user-queries.ts'
import { plural, t } from '#lib/texts.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { emailText } from '#platform/mail.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { type RegularEmail, regularEmailNames, regularEmails } from '../regular-email-rules.ts'
import type { EmailContext, EmailWriter } from './notification-context.ts'
import { listForDigest } from './notification-queries.ts'
import { createUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

/** How many notifications a digest lists, and up to how many it counts. */
const [shownMax, countedMax] = [20, 1000]

/** Writes the weekly email: unread notifications that weren't in a digest yet. Marks them as mailed. */
const writeDigest: EmailWriter = async (tx, { userId, siteName, origin, now }) => {
  const notifications = await listForDigest(tx, userId, countedMax)
  if (notifications.length === 0) return null
  await tx
    .updateTable('notifications')
    .set({ mailedAt: now })
    .where('userId', '=', userId)
    .where(
      'eventId',
      'in',
      notifications.map(({ id }) => id),
    )
    .execute()
  const lines = notifications.slice(0, shownMax).map(({ text, title, path }) => {
    const address = path === null ? '' : `\n  ${origin}${path}`
    return `- ${text}${title === null ? '' : `: “${title}”`}${address}`
  })
  const moreCount = notifications.length - lines.length
  // There may be more than were counted.
  const isFloor = notifications.length === countedMax
  const count = notifications.length
  const link = `${origin}/notifications`
  const more = isFloor
    ? t('At least {moreCount} more: {link}', { moreCount, link })
    : t('{moreCount} more: {link}', { moreCount, link })
  const intro = isFloor
    ? t('This is your weekly digest from {siteName}: {count} or more unread.', { siteName, count })
    : t('This is your weekly digest from {siteName}: {count} unread.', { siteName, count })
  return {
    subject: isFloor
      ? t('{count} or more unread notifications at {siteName}', { count, siteName })
      : plural(count, '{count} unread notification at {siteName}', '{count} unread notifications at {siteName}', {
          siteName,
        }),
    text: [intro, ...lines, ...(moreCount > 0 ? [more] : [])].join('\n\n'),
  }
}

const writers: Record<RegularEmail, EmailWriter> = { digest: writeDigest }

/** How many members one query returns at most. */
const batchSize = 100

/**
 * Sends each due regular email to the members whose consent to it is stored, with a link to unsubscribe. A separate
 * transaction for each member claims the period, so that nobody gets an email twice, even if several processes run this
 * function or one of them dies. Throws an Error at the end if the email to a member couldn't be written.
 */
export async function sendRegularEmails(context: EmailContext): Promise<void> {
  if (!context.sendsEmail) return
  for (const email of regularEmailNames) {
    const period = regularEmails[email].periodOf(context.now())
    await handleEach({
      read: (last: string = lowestId) => listDueMembers(context.db, email, period, last),
      handle: async (userIds) => {
        for (const userId of userIds)
          await inLanguageOf(context.db, userId, () =>
            inTransaction(context.db, (tx) => sendRegularEmail(context, tx, { userId, email, period })),
          )
      },
      idOf: (userId) => userId,
    })
  }
}

/** The SQL condition that the member of a row chose the email and hasn't received it in this period. */
const isDue = (email: RegularEmail, period: string) =>
  sql`${sql.ref(email)} and ${sql.ref(regularEmails[email].periodColumn)} < ${period}::date`

/** Returns the ids above `after` of members who should get the email, have a confirmed address and aren't banned. */
async function listDueMembers(db: Db, email: RegularEmail, period: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from notification_receivers join users u on u.id = user_id
    where ${isDue(email, period)} and u.email_verified and not u.banned
      and user_id > ${after}
    order by user_id limit ${batchSize}`.execute(db)
  return rows.map(({ userId }) => userId)
}

type DueEmail = { userId: string; email: RegularEmail; period: string }

async function sendRegularEmail(context: EmailContext, tx: Tx, { userId, email, period }: DueEmail): Promise<void> {
  const account = await lockUser(tx, userId)
  if (!account?.emailVerified || account.banned || !(await claimPeriod(tx, { userId, email, period }))) return
  const person = await findPerson(tx, userId)
  if (!person) return
  const [origin, now] = [context.origin(), context.now()]
  const message = await writers[email](tx, { userId, siteName: context.siteName, origin, now })
  if (!message) return
  const unsubscribeUrl = origin + unsubscribePath + (await createUnsubscribeToken(context.db, { userId, email }))
  const text = emailText(
    t('Hello {username},', { username: person.username }),
    message.text,
    t('You get this email because you asked for it in your settings: {link}', { link: `${origin}/settings` }),
    t('Unsubscribe, without signing in: {link}', { link: unsubscribeUrl }),
  )
  const key = `${email}:${userId}:${period}`
  await context.mail.send(tx, { to: account.email, subject: message.subject, text, unsubscribeUrl, key })
}

/** Marks this period's email to a member as sent. Returns false if it isn't due anymore. */
async function claimPeriod(tx: Tx, { userId, email, period }: DueEmail): Promise<boolean> {
  const { rows } = await sql`
    update notification_receivers set ${sql.ref(regularEmails[email].periodColumn)} = ${period}::date
    where user_id = ${userId} and ${isDue(email, period)} returning 1`.execute(tx)
  return rows.length > 0
}
