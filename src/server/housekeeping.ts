import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteOldEvents, eventRetentionDays } from '#features/billing/server/handle-webhook.ts'
import { deleteExpiredSolutions } from '#features/captcha/server/check-solution.ts'
import { purgeComments } from '#features/comments/server/erase-comments.ts'
import { contactRetentionDays } from '#features/contact/rules.ts'
import { deleteOldMessages } from '#features/contact/server/delete-messages.ts'
import { tidyCredits } from '#features/credits/server/tidy-credits.ts'
import { deleteOrphanedFollows } from '#features/following/server/change-follow.ts'
import { notificationLimits } from '#features/notifications/rules.ts'
import { deleteOldNotifications } from '#features/notifications/server/delete-old-notifications.ts'
import { deleteOldDays } from '#features/prompt-statistics/server/delete-days.ts'
import { tidySandbox } from '#features/sandbox/server/tidy-sandbox.ts'
import { removeExpiredTokens } from '#features/tokens/server/revoke-token.ts'
import { deleteOldViews } from '#features/views/server/aggregate-views.ts'
import { deleteOldAuditEntries } from './platform/audit.ts'
import type { Db } from './platform/db.ts'
import type { Jobs } from './platform/jobs.ts'
import { deleteEndedLimits } from './platform/limits.ts'
import { deleteOldEmails } from './platform/mail.ts'
import { deleteOldResponses } from './platform/once-claims.ts'

const dayMs = 24 * 3600 * 1000
/** For how many days these kinds of data are kept. The features decide about all others. */
export const retentionDays = {
  emails: 30,
  auditEntries: 365,
  messages: contactRetentionDays,
  views: 400,
  notifications: notificationLimits.days,
}

/** `outbox`: the folder where a site without SMTP stores its emails. */
type Context = { db: Db; outbox?: string; now: () => Date }

/** Schedules the deletion of old data for 03:10 UTC every night. Only one process does it. */
export function scheduleHousekeeping(jobs: Jobs, context: Context): void {
  jobs.every('housekeeping', '10 3 * * *', () => deleteOldData(context))
}

/**
 * Deletes data that is older than its retention period, such as emails (rows and files), entries of the audit log, and
 * views. Also deletes follows whose target no longer exists.
 */
export async function deleteOldData({ db, outbox, now }: Context): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs)
  await deleteEndedLimits(db, now())
  await deleteExpiredSolutions(db, now())
  await deleteOldEmails(db, before(retentionDays.emails))
  await deleteOldAuditEntries(db, before(retentionDays.auditEntries))
  await deleteOldMessages(db, before(retentionDays.messages))
  await purgeComments(db, now())
  await deleteOldViews(db, before(retentionDays.views))
  await deleteOldDays(db, now())
  await deleteOldNotifications(db, before(retentionDays.notifications))
  await deleteOrphanedFollows(db)
  if (outbox) await deleteOldFiles(outbox, before(retentionDays.emails))
  await deleteOldResponses(db, now())
  await tidyCredits(db, now())
  await removeExpiredTokens(db, now())
  await deleteOldEvents(db, before(eventRetentionDays))
  await tidySandbox(db, now())
}

async function deleteOldFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((name) => /\.eml(\.part)?$/.test(name))) {
    const file = join(folder, name)
    if ((await stat(file)).mtime < before) await rm(file, { force: true })
  }
}
