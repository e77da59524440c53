import type { ResetScope } from '#features/accounts/server/account-credentials.ts'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockMember } from '#features/accounts/server/lock-user.ts'
import { markSecondFactor } from '#features/accounts/server/sessions/mark-second-factor.ts'
import { inLanguageOf } from '#features/accounts/server/user-queries.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { sendFactorChangedEmail } from './factor-emails.ts'
import { codesPerUser } from './factor-limits.ts'
import { deleteRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactorState } from './require-factor-state.ts'
import { spendCodeOrThrow } from './spend-code.ts'

type Credentials = { password: string; code: string }

/**
 * Switches the member's second factor off. Requires the password and a code, so that neither an open session nor a
 * leaked password is enough. Throws AppError authentication_required, forbidden (wrong password or code), conflict (no
 * second factor is on), rate_limited, overloaded.
 */
export async function switchFactorOff(accounts: Accounts, member: Member, credentials: Credentials): Promise<void> {
  await withReauthentication(accounts, member, credentials, async (tx) => {
    await removeFactor(tx, member, member.id, accounts.now())
    await inLanguageOf(tx, member.id, () => sendFactorChangedEmail(accounts, tx, member.id, false))
  })
}

/** Replaces the member's recovery codes with ten new ones. Throws the same AppErrors as `switchFactorOff`. */
export function renewRecoveryCodes(accounts: Accounts, member: Member, credentials: Credentials): Promise<string[]> {
  return withReauthentication(accounts, member, credentials, async (tx) => {
    await recordAuditEntry(tx, member, { action: 'account.recovery-codes', target: { kind: 'user', id: member.id } })
    return makeRecoveryCodes(tx, member.id)
  })
}

/** Removes a user's second factor. The caller checks permissions. */
export async function removeFactor(tx: Tx, actor: Actor, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('authenticators').where('userId', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
  await markSecondFactor(tx, userId, false, now)
  await recordAuditEntry(tx, actor, { action: 'account.second-factor-off', target: { kind: 'user', id: userId } })
}

/**
 * Removes a second factor, even an unconfirmed one, when a password is reset by email and `scope` includes the factor.
 * Returns what it removed, in words for the email, unless the factor was unconfirmed. A reset by a link from the
 * operator doesn't remove the factor; the operator's command `user second-factor-off` does.
 */
export async function removeFactorOnReset(tx: Tx, userId: string, scope: ResetScope): Promise<string[]> {
  const { before, byEmail, now } = scope
  if (!byEmail) return []
  const row = await tx.selectFrom('authenticators').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row || (before && (row.confirmedAt ?? row.createdAt) >= before)) return []
  await removeFactor(tx, { kind: 'system', name: 'password-reset' }, userId, now)
  return row.confirmedAt ? ['two-step sign-in'] : []
}

/** Checks the member's password, then uses up the code and makes a change in one transaction. */
async function withReauthentication<Result>(
  accounts: Accounts,
  member: Member,
  { password, code }: Credentials,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await requireFactorState(accounts.db, member.id, 'on')
  await confirmPassword(accounts, member, password)
  await accounts.limits.take(codesPerUser, member.id)
  const result = await inTransaction(accounts.db, async (tx) => {
    await lockMember(tx, member)
    await spendCodeOrThrow(accounts, tx, { userId: member.id, code })
    return change(tx)
  })
  await accounts.limits.reset(codesPerUser, member.id)
  return result
}
