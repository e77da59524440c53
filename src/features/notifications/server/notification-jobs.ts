import type { Jobs } from '#platform/work/jobs.ts'
import { deliverEvents } from './deliver-events.ts'
import type { EmailContext } from './notification-context.ts'
import { sendRegularEmails } from './send-regular-emails.ts'

/**
 * Schedules the delivery of events every minute, and the sending of regular emails every hour. A digest is due on
 * Monday, and later runs send those that failed or were late.
 */
export function scheduleNotifications(jobs: Jobs, context: EmailContext): void {
  jobs.every('notifications', '* * * * *', () => deliverEvents(context.db, context.now))
  jobs.every('regular-emails', '5 * * * *', () => sendRegularEmails(context))
}
