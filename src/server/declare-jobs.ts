import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { declareAccountJobs } from '#features/accounts/server/account-jobs.ts'
import type { Billing } from '#features/billing/server/billing-context.ts'
import { endSubscriptionsOfDeleted } from '#features/billing/server/forget-customer.ts'
import { scheduleReconciling } from '#features/billing/server/reconcile-payments.ts'
import { handleBanJobs } from '#features/moderation/server/apply-ban-effects.ts'
import type { ModerationContext } from '#features/moderation/server/moderation-context.ts'
import { scheduleHousekeeping } from './housekeeping.ts'
import { scheduleRankings } from './rankings.ts'

type Contexts = {
  accounts: Accounts
  moderation: ModerationContext
  /** Null if payments are off. */
  billing: Billing | null
  /** The folder of letters. Unset: there are no letters in files. */
  outbox?: string
}

/** Declares all jobs except those of mail itself, for the server and for tests. */
export function declareJobs({ accounts, moderation, billing, outbox }: Contexts): void {
  declareAccountJobs(accounts)
  handleBanJobs(moderation)
  scheduleHousekeeping(accounts.jobs, { ...accounts, outbox })
  scheduleRankings(accounts.jobs, accounts)
  if (!billing) return
  endSubscriptionsOfDeleted(billing)
  scheduleReconciling(billing)
}
