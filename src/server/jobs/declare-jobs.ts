import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { handleResetEmails } from '#features/accounts/server/request-reset.ts'
import { askOwners } from '#features/approvals/server/ask-owners.ts'
import { reportHandovers } from '#features/approvals/server/report-handovers.ts'
import type { Billing } from '#features/billing/server/billing-context.ts'
import { handleCardChanges } from '#features/billing/server/change-card.ts'
import { handleDeletedCustomers } from '#features/billing/server/forget-customer.ts'
import { scheduleReconciliation } from '#features/billing/server/reconcile-payments.ts'
import { reportSilence } from '#features/change-requests/server/report-silence.ts'
import { correctRoundVotes } from '#features/comparison/server/correct-round-votes.ts'
import { handleRecounts } from '#features/comparison/server/recount-round-votes.ts'
import { refreshLeaderboards } from '#features/comparison/server/refresh-leaderboards.ts'
import { refreshPeriods } from '#features/contributors/server/refresh-periods.ts'
import type { ExamplesContext } from '#features/examples/server/examples-context.ts'
import { declarePictureJobs } from '#features/examples/server/remove-pictures.ts'
import { countSaves } from '#features/favorites/server/count-saves.ts'
import { readListedModels } from '#features/models/server/fetch-model-list.ts'
import { handleBanJobs } from '#features/moderation/server/apply-ban-effects.ts'
import type { ModerationContext } from '#features/moderation/server/moderation-context.ts'
import type { NotificationContext } from '#features/notifications/server/notification-context.ts'
import { scheduleNotifications } from '#features/notifications/server/notification-jobs.ts'
import { closeDays } from '#features/prompt-statistics/server/close-days.ts'
import { countForks } from '#features/prompt-statistics/server/count-forks.ts'
import { closeTestRuns } from '#features/prompt-tests/server/close-test-runs.ts'
import { addMissingProofs } from '#features/prompt-tests/server/renew-proofs.ts'
import { reportLowResults } from '#features/prompt-tests/server/report-low-results.ts'
import { rerunFeatured } from '#features/prompt-tests/server/rerun-featured.ts'
import type { RunContext } from '#features/prompt-tests/server/test-context.ts'
import { handleMarkedEnds } from '#features/radar/server/end-model.ts'
import { handleFeaturedAnswers } from '#features/showcase/server/ask-featured.ts'
import { choosePicks } from '#features/votes/server/choose-picks.ts'
import { countVotes } from '#features/votes/server/count-votes.ts'
import { releaseMatureVotes } from '#features/votes/server/release-votes.ts'
import type { DeliveryContext } from '#features/webhooks/server/deliver-webhooks.ts'
import { declareWebhookJobs } from '#features/webhooks/server/webhook-jobs.ts'
import type { Db } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { type BackupPlan, scheduleBackups } from '../database/backup/nightly-backups.ts'
import { scheduleHousekeeping } from './housekeeping.ts'

type Contexts = {
  accounts: Accounts
  moderation: ModerationContext
  notifications: NotificationContext
  examples: ExamplesContext
  /** Null if payments are off. */
  billing: Billing | null
  /** The folder where a site without SMTP stores its emails. Unset: emails are sent. */
  outbox?: string
  tests: RunContext
  /** Whether the site runs the tests of featured prompts automatically. */
  rerunsFeatured: boolean
  webhooks: DeliveryContext
  /** The plan for nightly backups. Unset: there are none. */
  backups?: BackupPlan
  log: Parameters<typeof scheduleBackups>[1]['log']
}

/** Declares all jobs except the delivery of emails, which `mail.ts` declares. */
export function declareJobs(contexts: Contexts): void {
  const { accounts, moderation, examples, billing, notifications, tests, outbox, backups, log } = contexts
  handleResetEmails(accounts)
  handleBanJobs(moderation)
  declarePictureJobs(accounts.jobs, examples)
  scheduleHousekeeping(accounts.jobs, { ...accounts, outbox })
  scheduleRankings(accounts.jobs, accounts)
  handleRecounts(accounts)
  scheduleDayClosing(accounts.jobs, accounts)
  scheduleNotifications(accounts.jobs, notifications)
  scheduleUnansweredEdits(accounts.jobs, accounts)
  scheduleReviews(accounts.jobs, notifications)
  scheduleTests(accounts.jobs, tests, contexts.rerunsFeatured)
  handleFeaturedAnswers({ ...tests, jobs: accounts.jobs })
  declareWebhookJobs(contexts.webhooks)
  if (backups) scheduleBackups(accounts.jobs, { ...accounts, log }, backups)
  if (!billing) return
  handleCardChanges(billing)
  handleDeletedCustomers(billing)
  scheduleReconciliation(billing)
}

/**
 * Schedules what updates rankings: counting the votes of accounts that are now old enough, community picks,
 * leaderboards, the rankings of contributors, and the numbers of votes by which blind rounds are drawn.
 */
function scheduleRankings(jobs: Jobs, { db, now }: { db: Db; now: () => Date }): void {
  jobs.every('release-votes', '* * * * *', () => releaseMatureVotes(db, now()))
  jobs.every('community-picks', '*/10 * * * *', async () => {
    await choosePicks(db, now())
  })
  jobs.every('leaderboards', '* * * * *', () => refreshLeaderboards(db, now()))
  jobs.every('contributor-boards', '*/5 * * * *', () => refreshPeriods(db, now()))
  jobs.every('round-votes', '50 3 * * *', () => correctRoundVotes(db))
}

/**
 * Schedules the closing of days in authors' statistics: once a day is over, its votes, saves and forks are counted and
 * stored, a few minutes after midnight (UTC). If that fails, a later run does it.
 */
function scheduleDayClosing(jobs: Jobs, { db, now }: { db: Db; now: () => Date }): void {
  jobs.every('close-days', '12,42 * * * *', () => closeDays(db, [countVotes, countSaves, countForks], now()))
}

/**
 * Schedules a daily check for suggested edits that nobody has answered for a month. Their proposers are notified once
 * per revision.
 */
function scheduleUnansweredEdits(jobs: Jobs, { db, now }: { db: Db; now: () => Date }): void {
  jobs.every('change-requests', '30 6 * * *', () => reportSilence(db, now()))
}

/** Schedules the questions to those who answer for prompts that are due, and the news about those who no longer do. */
function scheduleReviews(jobs: Jobs, notifications: NotificationContext): void {
  jobs.every('prompt-reviews', '7 * * * *', () => askOwners(notifications))
  jobs.every('group-handovers', '* * * * *', () => reportHandovers(notifications.db, notifications.now()))
}

/**
 * Schedules the closing of test runs that a crash interrupted, reports of low results, and the test runs that the site
 * starts itself.
 */
function scheduleTests(jobs: Jobs, tests: RunContext, rerunsFeatured: boolean): void {
  jobs.every('close-test-runs', '* * * * *', () => closeTestRuns(tests.db, tests.now()))
  jobs.every('low-results', '40 5 * * *', async () => {
    const offered = tests.models.list().map(({ id }) => id)
    await reportLowResults(tests.db, { offered, ...(await readListedModels(tests)), now: tests.now() })
  })
  handleMarkedEnds({ ...tests, jobs })
  jobs.every('missing-proofs', '55 5 * * *', () => addMissingProofs(tests.db))
  if (!rerunsFeatured) return
  jobs.every('featured-tests', '20 * * * *', async () => {
    await rerunFeatured(tests)
  })
}
