import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { NotificationSettings } from '../contract.ts'
import { byRegularEmail, regularEmailNames } from '../regular-email-rules.ts'
import { type NotificationKind, notificationKinds } from '../rules.ts'

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

/** Tells whether a member has switched off a kind of notification. */
export async function isKindOff(db: Db, userId: string, kind: NotificationKind): Promise<boolean> {
  const row = await db
    .selectFrom('notificationReceivers')
    .select('offKinds')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.offKinds.includes(kind) ?? false
}

/** Switches off a kind of notification for a member. Does nothing if the account was deleted. */
export async function switchKindOff(db: Db, userId: string, kind: NotificationKind): Promise<void> {
  await sql`
    insert into notification_receivers as r (user_id, off_kinds)
    select id, array[${kind}::text] from users where id = ${userId}
    on conflict (user_id) do update set off_kinds = r.off_kinds || excluded.off_kinds
    where not r.off_kinds @> excluded.off_kinds`.execute(db)
}
