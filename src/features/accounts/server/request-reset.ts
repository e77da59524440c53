import type { Caller } from '#server/platform/actor.ts'
import { inTransaction } from '#server/platform/db.ts'
import { networkOf } from '#server/platform/limits.ts'
import type { Accounts } from './account-hooks.ts'
import { letterOfAddress, letterOfNetwork } from './account-limits.ts'
import { sendResetLetter } from './send-letter.ts'
import { findByEmail, findPerson } from './user-queries.ts'

const jobName = 'account-reset-letter'

/**
 * Has a letter with a link sent, where the address has an account. Whether it has shows neither in the answer nor in the
 * time: both ways add one job. AppError captcha_failed, rate_limited.
 */
export async function requestReset(
  accounts: Accounts,
  caller: Caller,
  { email, captcha }: { email: string; captcha?: string },
): Promise<void> {
  // The captcha first: who shows none must not use up what the owner of the address may ask for.
  await accounts.captcha.check(captcha, 'reset', caller)
  await accounts.limits.take(letterOfNetwork, networkOf(caller.address))
  await accounts.limits.take(letterOfAddress, email.toLowerCase())
  const userId = (await findByEmail(accounts.db, email)) ?? null
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, jobName, userId))
}

/** Says who writes those letters. */
export function handleResetLetters(accounts: Accounts): void {
  accounts.jobs.handle(jobName, async (userId, job) => {
    if (typeof userId !== 'string') return
    await inTransaction(accounts.db, async (tx) => {
      const person = await findPerson(tx, userId)
      if (person) await sendResetLetter(accounts, tx, userId, person, job.id)
    })
  })
}
