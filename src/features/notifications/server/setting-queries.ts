import type { Db } from '#platform/db.ts'
import type { NotificationSettings } from '../contract.ts'
import { byRegularEmail, regularEmailNames } from '../regular-email-rules.ts'
import { notificationKinds } from '../rules.ts'

/** Returns a member's notification settings, and what they still need for a regular email. */
export async function getSettings(db: Db, userId: string, sendsEmail: boolean): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('notificationReceivers as r', 'r.userId', 'u.id')
    .leftJoin('notificationFeeds as f', 'f.userId', 'u.id')
    .select(['u.emailVerified', 'r.offKinds', 'f.createdAt as feedSince'])
    .select(regularEmailNames.map((email) => `r.${email}` as const))
    .where('u.id', '=', userId)
    .executeTakeFirst()
  const confirmation = row?.emailVerified ? null : ('confirmation' as const)
  return {
    off: notificationKinds.filter((kind) => row?.offKinds?.includes(kind)),
    ...byRegularEmail((email) => row?.[email] ?? false),
    digestNeeds: sendsEmail ? confirmation : 'email',
    feedSince: row?.feedSince?.toISOString() ?? null,
  }
}

/** Returns a member's notification settings for their data export. */
export async function exportSettings(db: Db, userId: string): Promise<Omit<NotificationSettings, 'digestNeeds'>> {
  const { digestNeeds: _, ...chosen } = await getSettings(db, userId, true)
  return chosen
}
