import type { Caller } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { networkOf } from '#platform/limits.ts'
import type { Accounts } from './account-hooks.ts'
import { emailsPerAddress, emailsPerNetwork } from './account-limits.ts'
import { sendResetEmail } from './send-account-email.ts'
import { findPerson, findUserIdByEmail, inLanguageOf } from './user-queries.ts'

// The database stores this name with each job, so it must not change.
const jobName = 'account-reset-letter'

/**
 * Emails a link for choosing a new password if the address has an account. If the site can't send email, also asks the
 * admins for such a link. A job is added in any case, so that neither the response nor its timing reveals whether there
 * is an account. Throws AppError captcha_failed or rate_limited.
 */
export async function requestReset(
  accounts: Accounts,
  caller: Caller,
  { email, captcha }: { email: string; captcha?: string },
): Promise<void> {
  // The captcha is checked before the limits, so that requests without a solution don't use up the limit of the
  // address.
  await accounts.captcha.check(captcha, 'reset', caller)
  await accounts.limits.take(emailsPerNetwork, networkOf(caller.address))
  await accounts.limits.take(emailsPerAddress, email.toLowerCase())
  const userId = (await findUserIdByEmail(accounts.db, email)) ?? null
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, jobName, userId))
}

/** Declares the job that sends the reset emails. */
export function handleResetEmails(accounts: Accounts): void {
  accounts.jobs.handle(jobName, async (userId, job) => {
    if (typeof userId !== 'string') return
    await inTransaction(accounts.db, async (tx) => {
      const person = await findPerson(tx, userId)
      if (!person) return
      await inLanguageOf(tx, userId, () => sendResetEmail(accounts, tx, userId, person, job.id))
      if (!accounts.sendsEmail) await accounts.hooks.onResetWithoutEmail(tx, userId, person, accounts.now())
    })
  })
}
