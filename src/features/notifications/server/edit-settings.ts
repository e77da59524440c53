import { lockMember } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { NotificationEdit, NotificationSettings } from '../contract.ts'
import { type RegularEmail, regularEmailNames, regularEmails } from '../regular-email-rules.ts'
import { getSettings } from './setting-queries.ts'

type Context = { db: Db; sendsEmail: boolean; now: () => Date }

/**
 * Changes what a member is notified of. Regular emails require a site that can send email and a confirmed address. The
 * first one is sent in the next period. Throws AppError authentication_required, forbidden.
 */
export async function editSettings(
  { db, sendsEmail, now }: Context,
  member: Member,
  { off, ...emails }: NotificationEdit,
): Promise<NotificationSettings> {
  return inTransaction(db, async (tx) => {
    const { emailVerified } = await lockMember(tx, member)
    const wantsEmail = Object.values(emails).includes(true)
    if (wantsEmail && !sendsEmail) throw new AppError('forbidden', t('This site sends no email.'))
    if (wantsEmail && !emailVerified)
      throw new AppError('forbidden', t('Confirm your email address first, at the top of your settings.'))
    const before = await getSettings(tx, member.id, sendsEmail)
    const added = regularEmailNames.filter((email) => emails[email] && !before[email])
    const change = {
      ...(off && { offKinds: off }),
      ...emails,
      ...currentPeriodsOf(added, now()),
    }
    await tx
      .insertInto('notificationReceivers')
      .values({ userId: member.id, ...change })
      .onConflict((conflict) =>
        Object.keys(change).length > 0
          ? conflict.column('userId').doUpdateSet(change)
          : conflict.column('userId').doNothing(),
      )
      .execute()
    return getSettings(tx, member.id, sendsEmail)
  })
}

/** Returns the current periods of the emails, by the columns that store them. */
function currentPeriodsOf(emails: RegularEmail[], now: Date) {
  const chosen = emails.map((email) => regularEmails[email])
  return Object.fromEntries(chosen.map(({ periodColumn, periodOf }) => [periodColumn, periodOf(now)]))
}
