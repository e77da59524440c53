import type { Jobs } from '#server/platform/jobs.ts'
import { deliverEvents } from './deliver-events.ts'
import { type DigestContext, sendDigests } from './send-digests.ts'

/**
 * Delivers events every minute. Sends digests from Monday on, and checks every hour for digests that failed or were
 * late.
 */
export function scheduleNotifications(jobs: Jobs, context: DigestContext): void {
  jobs.every('notifications', '* * * * *', () => deliverEvents(context.db, context.now))
  jobs.every('digests', '5 * * * *', () => sendDigests(context))
}
