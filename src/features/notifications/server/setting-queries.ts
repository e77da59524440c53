import type { Db } from '#server/platform/db.ts'
import type { NotificationSettings } from '../contract.ts'
import { notificationKinds } from '../rules.ts'

/** What a member chose, and what a digest would still need. */
export async function getSettings(db: Db, userId: string, sendsEmail: boolean): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('notificationReceivers as r', 'r.userId', 'u.id')
    .leftJoin('notificationFeeds as f', 'f.userId', 'u.id')
    .select(['u.emailVerified', 'r.offKinds', 'r.digest', 'f.createdAt as feedSince'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  const confirmation = row?.emailVerified ? null : ('confirmation' as const)
  return {
    off: notificationKinds.filter((kind) => row?.offKinds?.includes(kind)),
    digest: row?.digest ?? false,
    digestNeeds: sendsEmail ? confirmation : 'email',
    feedSince: row?.feedSince?.toISOString() ?? null,
  }
}

/** What a member chose, for the export of their data. */
export async function exportSettings(db: Db, userId: string): Promise<Omit<NotificationSettings, 'digestNeeds'>> {
  const { digestNeeds: _, ...chosen } = await getSettings(db, userId, true)
  return chosen
}
