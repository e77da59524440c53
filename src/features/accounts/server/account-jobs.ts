import type { Accounts } from './account-hooks.ts'
import { removeExpired } from './remove-expired.ts'
import { handleResetEmails } from './request-reset.ts'

/**
 * Declares two background jobs: one sends reset emails, the other deletes expired sessions and account tokens each
 * night at 03:20 UTC.
 */
export function declareAccountJobs(accounts: Accounts): void {
  handleResetEmails(accounts)
  accounts.jobs.every('accounts-tidy', '20 3 * * *', () => removeExpired(accounts))
}
