import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountRetention } from '#features/accounts/server/account-retention.ts'
import { billingRetention } from '#features/billing/server/billing-retention.ts'
import { captchaRetention } from '#features/captcha/server/captcha-retention.ts'
import { catalogueRetention } from '#features/catalogue/server/catalogue-retention.ts'
import { commentRetention } from '#features/comments/server/comment-retention.ts'
import { contactRetention } from '#features/contact/server/contact-retention.ts'
import { creditRetention } from '#features/credits/server/credit-retention.ts'
import { exampleRetention } from '#features/examples/server/example-retention.ts'
import { deleteOrphanedFollows } from '#features/following/server/change-follow.ts'
import { groupRetention } from '#features/groups/server/group-retention.ts'
import { invitationRetention } from '#features/invitations/server/invitation-retention.ts'
import { notificationRetention } from '#features/notifications/server/notification-retention.ts'
import { oauthRetention } from '#features/oauth/server/oauth-retention.ts'
import { passkeyRetention } from '#features/passkeys/server/passkey-retention.ts'
import { statisticsRetention } from '#features/prompt-statistics/server/statistics-retention.ts'
import { sandboxRetention } from '#features/sandbox/server/sandbox-retention.ts'
import { skillRetention } from '#features/skills/server/skill-retention.ts'
import { tokenRetention } from '#features/tokens/server/token-retention.ts'
import { viewRetention } from '#features/views/server/view-retention.ts'
import { webhookRetention } from '#features/webhooks/server/webhook-retention.ts'
import { copyRetention } from '#features/worksheet/server/copy-retention.ts'
import type { Db } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { deleteOld, type Retention } from '#platform/work/retention.ts'
import { createWorkQueue } from '#platform/work/work-queue.ts'

/** For how many days emails are kept, both the rows and the files of a site without SMTP. */
const emailDays = 30

/** For how long each table keeps its rows, if it doesn't keep them until somebody deletes them. */
export const retentions: Retention[] = [
  { table: 'rateLimits', column: 'expire', unit: 'ms', keep: 0 },
  { table: 'idempotencyKeys', column: 'expiresAt', keep: 0 },
  { table: 'contentChanges', column: 'changedAt', keep: 1 / 24 },
  { table: 'letters', column: 'createdAt', keep: emailDays },
  { table: 'auditLog', column: 'at', keep: 365 },
  ...accountRetention,
  tokenRetention,
  ...oauthRetention,
  captchaRetention,
  passkeyRetention,
  groupRetention,
  invitationRetention,
  contactRetention,
  ...commentRetention,
  ...creditRetention,
  ...notificationRetention,
  statisticsRetention,
  viewRetention,
  ...copyRetention,
  skillRetention,
  webhookRetention,
  ...sandboxRetention,
  billingRetention,
  ...exampleRetention,
  ...catalogueRetention,
]

/** `outbox`: the folder where a site without SMTP stores its emails. */
type Context = { db: Db; outbox?: string; now: () => Date }

/**
 * Schedules the deletion of old data, ten minutes past every hour. Each table has a job of its own, so that one that
 * fails doesn't hold up the others, but a process runs only one at a time. Also deletes follows whose target no longer
 * exists.
 */
export function scheduleHousekeeping(jobs: Jobs, { db, outbox, now }: Context): void {
  const inTurn = createWorkQueue(1)
  const hourly = (name: string, work: () => Promise<unknown>) =>
    jobs.every(`delete-old-${name}`, '10 * * * *', async () => {
      await inTurn(work)
    })
  for (const retention of retentions) hourly(nameOf(retention), () => deleteOld(db, retention, now()))
  hourly('follows', () => deleteOrphanedFollows(db))
  if (outbox) hourly('files', () => deleteOldFiles(outbox, new Date(now().getTime() - emailDays * 86_400_000)))
}

function nameOf({ name, table }: Retention): string {
  return name ?? table.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
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
