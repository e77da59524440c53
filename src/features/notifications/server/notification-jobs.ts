import type { Jobs } from '#server/platform/jobs.ts'
import { deliverEvents } from './deliver-events.ts'
import { type DigestContext, sendDigests } from './send-digests.ts'

/**
 * Schedules the delivery of events every minute, and the sending of digests every hour. A digest is due on Monday, and
 * later runs send those that failed or were late.
 */
export function scheduleNotifications(jobs: Jobs, context: DigestContext): void {
  jobs.every('notifications', '* * * * *', () => deliverEvents(context.db, context.now))
  jobs.every('digests', '5 * * * *', () => sendDigests(context))
}
