import type { Platform } from '#platform/api.ts'
import type { Tx } from '#platform/database/db.ts'

/** What notifications depend on. `sendsEmail` tells whether the site can send email (SMTP_URL). */
export type NotificationContext = Platform & { sendsEmail: boolean; siteName: string; origin: () => string }

/** What sending regular emails depends on. */
export type EmailContext = Pick<NotificationContext, 'db' | 'now' | 'mail' | 'sendsEmail' | 'siteName' | 'origin'>

/**
 * Writes this period's email to a member, or returns null if there is nothing to report. `text` has neither the
 * greeting nor the end with the link to unsubscribe: send-regular-emails.ts adds both.
 */
export type EmailWriter = (
  tx: Tx,
  reader: { userId: string; siteName: string; origin: string; now: Date },
) => Promise<{ subject: string; text: string } | null>
