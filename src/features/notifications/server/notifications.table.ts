import type { ColumnType, Generated } from 'kysely'
import type { RegularEmail } from '../regular-email-rules.ts'
import type { NotificationKind } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    notificationEvents: NotificationEventsTable
    notifications: NotificationsTable
    notificationReceivers: NotificationReceiversTable
    notificationFeeds: { userId: string; tokenHash: Buffer; createdAt: Date }
  }
}

/** Something that happened. It waits until all its receivers have a notification. */
export interface NotificationEventsTable {
  id: string
  kind: NotificationKind
  /** Who did it: neither they nor people who blocked or muted them are notified. */
  actorId: string | null
  /** The only receiver. Null: everybody who follows it, in the way that `deliver-events.ts` says for the kind. */
  receiverId: string | null
  promptId: string | null
  commentId: string | null
  collectionId: string | null
  /** `kind:id` of what it is about. A member has one unread notification for each. */
  thread: string
  /** Its outcome, or the models that it is about. */
  detail: string | null
  createdAt: Date
  deliveredTo: Generated<string>
  delivered: Generated<boolean>
}

/** A member's notification of an event. `mailedAt`: when a digest had it. */
export interface NotificationsTable {
  userId: string
  eventId: string
  thread: string
  createdAt: Date
  readAt: Date | null
  mailedAt: Date | null
}

type DayColumn = ColumnType<Date | null, string | null, string | null>

/** What a member chose, and how many notifications they got on `day` (UTC). */
export interface NotificationReceiversTable extends Record<RegularEmail, Generated<boolean>> {
  userId: string
  offKinds: Generated<string[]>
  /** The Monday of the last digest. */
  digestedWeek: DayColumn
  day: DayColumn
  delivered: Generated<number>
}
