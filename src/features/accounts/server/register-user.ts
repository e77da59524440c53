import type { Caller } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { networkOf } from '#platform/limits.ts'
import type { Registration } from '../contract.ts'
import type { Accounts } from './account-hooks.ts'
import { registrationsPerNetwork, registrationTriesPerNetwork } from './account-limits.ts'
import { admitPerson, countsPerNetwork, requireAllowedAddress, requireOpenRegistration } from './admit-person.ts'
import type { LoginResult } from './complete-login.ts'
import { createAccount, prepareAccount } from './create-account.ts'
import { sendVerificationEmail } from './send-account-email.ts'
import { startSession } from './sessions/start-session.ts'
import { inLanguageOf } from './user-queries.ts'

/**
 * Creates an account and signs in, in one transaction. Throws AppError forbidden, captcha_failed, rate_limited,
 * validation_failed, username_taken, email_taken or overloaded.
 */
export async function registerUser(
  accounts: Accounts,
  caller: Caller,
  { captcha, invitation, ...person }: Registration,
): Promise<LoginResult> {
  const { db, limits, hooks } = accounts
  const network = networkOf(caller.address)
  const now = accounts.now()
  requireOpenRegistration(accounts, invitation)
  requireAllowedAddress(accounts, person.email)
  await accounts.captcha.check(captcha, 'register', caller)
  const takenTry = await limits.take(registrationTriesPerNetwork, network)
  const account = await prepareAccount(person)
  const key = await accounts.sessionKey()
  const taken = countsPerNetwork(accounts) ? await limits.take(registrationsPerNetwork, network) : null
  let login: LoginResult
  try {
    login = await inTransaction(db, async (tx) => {
      // The invitation is checked before the name, so that nobody without an invitation learns which names are taken.
      const details = await admitPerson(accounts, tx, invitation)
      const userId = await createAccount(tx, account, now, hooks)
      const token = await startSession(tx, { userId, device: caller, key, now })
      await inLanguageOf(tx, userId, () => sendVerificationEmail(accounts, tx, userId, account))
      await recordAuditEntry(tx, caller, { action: 'account.register', target: { kind: 'user', id: userId }, details })
      return { userId, token }
    })
  } catch (error) {
    // A failed attempt doesn't count as a new account.
    if (taken) await limits.giveBack(taken)
    throw error
  }
  if (!taken) await limits.giveBack(takenTry)
  return login
}
