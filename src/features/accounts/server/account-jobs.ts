import type { Accounts } from './account-hooks.ts'
import { removeExpired } from './remove-expired.ts'
import { handleResetLetters } from './request-reset.ts'

/** What accounts do in the background: letters that were asked for, and tidying up each night (03:20 UTC). */
export function declareAccountJobs(accounts: Accounts): void {
  handleResetLetters(accounts)
  accounts.jobs.every('accounts-tidy', '20 3 * * *', () => removeExpired(accounts))
}
