import type { ColumnType, Generated } from 'kysely'
import type { RegularEmail } from '../regular-email-rules.ts'
import type { NotificationKind } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    notificationEvents: NotificationEventsTable
    notifications: NotificationsTable
    notificationReceivers: NotificationReceiversTable
    notificationFeeds: { userId: string; tokenHash: Buffer; createdAt: Date }
  }
}

/** Something that members may be notified of. `delivered` is true once no receivers are left to notify. */
export interface NotificationEventsTable {
  id: string
  kind: NotificationKind
  /**
   * Who caused the event. They aren't notified, nor are members who don't see them because of a block or mute. Null if
   * the notification doesn't name them.
   */
  actorId: string | null
  /** The only receiver. Null means that `event-receivers.ts` finds the receivers, such as followers. */
  receiverId: string | null
  promptId: string | null
  /** The reply, in an event about a reply to a comment. */
  commentId: string | null
  collectionId: string | null
  /** `kind:id`, from the event's kind and its subject's id. A member has at most one unread notification per thread. */
  thread: string
  /** The outcome that selects the notification's text (`rules.ts`), or for `low-results` the names of the models. */
  detail: string | null
  createdAt: Date
  /** The id of the last receiver who was notified. Receivers are notified in the order of their ids. */
  deliveredTo: Generated<string>
  delivered: Generated<boolean>
}

/** A member's notification of an event. `mailedAt` is when it was sent in a digest. */
export interface NotificationsTable {
  userId: string
  eventId: string
  thread: string
  createdAt: Date
  readAt: Date | null
  mailedAt: Date | null
}

type DayColumn = ColumnType<Date | null, string | null, string | null>

/** A member's settings, and how many notifications they got on `day` (UTC): `delivered`. */
export interface NotificationReceiversTable extends Record<RegularEmail, Generated<boolean>> {
  userId: string
  offKinds: Generated<string[]>
  /** The Monday of the week of the last digest, or of the week in which the member chose digests. */
  digestedWeek: DayColumn
  day: DayColumn
  delivered: Generated<number>
}
