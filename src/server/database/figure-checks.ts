import { formatNumber, pluralize } from '#lib/numbers.ts'
import { type CheckResult, type Finding, fail, ok, warn } from '../http/check-result.ts'
import type { SiteFigures } from '../telemetry/site-figures.ts'

/**
 * The limits beyond which a figure leads to a warning or a failure. The alerts in `deploy/prometheus` use the same
 * numbers.
 */
const jobsLateSeconds = 600
const emailsLateSeconds = 3600
const budgetShare = 0.8
const backupLateSeconds = 129_600
const backupCheckLateSeconds = 30 * 86_400
const gigabyte = 2 ** 30
/** There is a warning if the free space is below both of these limits. */
const diskLow = { bytes: 10 * gigabyte, share: 0.1 }
const diskFullBytes = gigabyte

/** Checks the figures, and says what to do about bad ones. Skips figures that aren't known. */
export function figureChecks(figures: SiteFigures): Finding[] {
  const results: [subject: string, result: CheckResult | null][] = [
    ['figures', checkReadError(figures)],
    ['jobs', checkJobs(figures)],
    ['emails', checkEmails(figures)],
    ['webhooks', checkWebhooks(figures)],
    ['AI budget', checkBudget(figures)],
    ['database size', figures.databaseBytes === null ? null : ok(formatBytes(figures.databaseBytes))],
    ['backups', checkBackups(figures)],
    ['disk', checkDisk(figures)],
  ]
  return results.flatMap(([subject, result]) => (result ? [{ subject, ...result }] : []))
}

function checkReadError({ readError }: SiteFigures): CheckResult | null {
  if (readError === null) return null
  return fail(
    `jobs, emails, webhooks, budget and size can’t be read: ${readError}. If it was a time-out, check the database’s CPU, disk and locks`,
  )
}

function checkJobs({ jobsWaiting, jobsOldestAge, jobsFailed }: SiteFigures): CheckResult | null {
  if (jobsWaiting === null) return null
  const status = `${formatNumber(jobsWaiting)} waiting${ageText(jobsOldestAge)}, ${formatNumber(jobsFailed ?? 0)} failed in the last day`
  if ((jobsOldestAge ?? 0) > jobsLateSeconds)
    return warn(`${status}. Check that the server runs; its log says which jobs fail`)
  if ((jobsFailed ?? 0) > 0) return warn(`${status}. Search the log for “a job failed for good”: it has the error`)
  return ok(status)
}

function checkEmails({ emailsWaiting, emailsOldestAge, emailsRefused }: SiteFigures): CheckResult | null {
  if (emailsWaiting === null) return null
  const status = `${formatNumber(emailsWaiting)} waiting${ageText(emailsOldestAge)}, ${formatNumber(emailsRefused ?? 0)} refused in the last day`
  if ((emailsOldestAge ?? 0) > emailsLateSeconds)
    return warn(`${status}. Check SMTP_URL and the mail server. Sending is retried for up to two days`)
  if ((emailsRefused ?? 0) > 0)
    return warn(`${status}. The log has the mail server’s reason. If all are refused, check MAIL_FROM and SPF`)
  return ok(status)
}

function checkWebhooks({ webhooksReceived, webhooksFailed }: SiteFigures): CheckResult | null {
  if (webhooksReceived === null) return null
  const status = `${formatNumber(webhooksReceived)} received, ${formatNumber(webhooksFailed ?? 0)} failed in the last day`
  if (!webhooksFailed) return ok(status)
  return warn(
    `${status}. The provider sends them again, and payments are compared with the provider’s every hour. The log has the error`,
  )
}

function checkBudget({ aiSpent, aiBudget }: SiteFigures): CheckResult | null {
  if (aiSpent === null) return null
  if (aiBudget === null) return ok(`${formatDollars(aiSpent)} spent today (UTC), without a limit`)
  const status = `${formatDollars(aiSpent)} of ${formatDollars(aiBudget)} spent today (UTC)`
  if (aiSpent >= aiBudget)
    return warn(
      `${status}: only the built-in engines answer until midnight (UTC). Raise AI_DAILY_BUDGET if this happens too often`,
    )
  if (aiSpent > budgetShare * aiBudget)
    return warn(`${status}. The Models page in the admin area shows what it was spent on; the limit is AI_DAILY_BUDGET`)
  return ok(status)
}

function checkBackups(figures: SiteFigures): CheckResult {
  const { backupPlaceCount, backupsUnusable, backupAge, checkedBackupAge } = figures
  if (backupPlaceCount === 0)
    return warn('there are no nightly backups. Set BACKUP_FOLDER, or make sure that another program makes backups')
  if (backupsUnusable.length > 0)
    return fail(
      `${backupsUnusable.join(' and ')} can’t be used. Check that it exists or can be created, and that its keys or owner are right`,
    )
  if (backupAge === null)
    return warn(
      'there is no backup yet. The first one is made at 02:30 UTC. If that time has passed, the log says what failed',
    )
  const status = `the newest is ${durationText(backupAge)} old`
  if (backupAge > backupLateSeconds)
    return fail(`${status}. The log says why; check the disk of BACKUP_FOLDER, or BACKUP_BUCKET and its key`)
  if (checkedBackupAge === null || checkedBackupAge > backupCheckLateSeconds)
    return warn(`${status}, and none from the last 30 days was checked. Run: npm run cli -- restore --check FILE`)
  return ok(`${status}, the newest checked one ${durationText(checkedBackupAge)}`)
}

function checkDisk({ diskFree, diskSize }: SiteFigures): CheckResult | null {
  if (diskFree === null || diskSize === null) return null
  const status = `${formatBytes(diskFree)} of ${formatBytes(diskSize)} free where the data folder is`
  if (diskFree < diskFullBytes) return fail(`${status}. Free some space now: writes fail when the disk is full`)
  if (diskFree < diskLow.bytes && diskFree < diskLow.share * diskSize)
    return warn(`${status}. Delete files that you don’t need, or enlarge the disk`)
  return ok(status)
}

function ageText(seconds: number | null): string {
  return seconds === null ? '' : ` (the oldest for ${durationText(seconds)})`
}

/**
 * Formats a duration in the largest unit of which there are at least two, or else in seconds: “119 seconds”, “2
 * minutes”.
 */
export function durationText(seconds: number): string {
  if (seconds < 120) return pluralize(Math.max(0, Math.round(seconds)), 'second')
  if (seconds < 7200) return pluralize(Math.round(seconds / 60), 'minute')
  if (seconds < 172_800) return pluralize(Math.round(seconds / 3600), 'hour')
  return pluralize(Math.round(seconds / 86_400), 'day')
}

function formatBytes(bytes: number): string {
  return bytes < gigabyte ? `${Math.round(bytes / 2 ** 20)} MB` : `${(bytes / gigabyte).toFixed(1)} GB`
}

function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(2)}`
}
