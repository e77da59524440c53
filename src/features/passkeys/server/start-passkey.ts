import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import type { Caller, Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type LimitRule, networkOf } from '#platform/limits.ts'
import { storeChallenge } from './passkey-challenges.ts'
import { listKeys, refuseTooManyPasskeys } from './passkey-queries.ts'
import type { PasskeySite } from './passkey-site.ts'
import { createLoginOptions, createRegistrationOptions } from './simplewebauthn.ts'

/** How many login challenges a network may get. Each attempt to sign in uses up one; one that succeeds doesn't count. */
export const challengesPerNetwork: LimitRule = { name: 'passkey-challenge', points: 60, seconds: 3600 }

/**
 * Returns the options for adding a passkey. Throws AppError authentication_required, forbidden (wrong password,
 * unconfirmed address), conflict (too many passkeys), rate_limited, overloaded.
 */
export async function startPasskeyRegistration(
  accounts: Accounts,
  member: Member,
  site: PasskeySite,
  password: string,
) {
  await confirmPassword(accounts, member, password)
  await inTransaction(accounts.db, (tx) => lockConfirmedMember(tx, member, accounts.sendsEmail))
  const keys = await listKeys(accounts.db, member.id)
  refuseTooManyPasskeys(keys)
  const options = await createRegistrationOptions(site, { userId: member.id, username: member.username, keys })
  await storeChallenge(accounts.db, options.challenge, { userId: member.id, taken: null, now: accounts.now() })
  return options
}

/** Returns the options for a login with a passkey. Throws AppError rate_limited. */
export async function startPasskeyLogin({ db, limits, now }: Accounts, caller: Caller, site: PasskeySite) {
  const taken = await limits.take(challengesPerNetwork, networkOf(caller.address))
  const options = await createLoginOptions(site)
  await storeChallenge(db, options.challenge, { userId: null, taken, now: now() })
  return options
}
