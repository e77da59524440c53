import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { endSessions } from '#features/accounts/server/end-session.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { markSecondFactor } from '#features/accounts/server/mark-second-factor.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/db.ts'
import { sendFactorChangedEmail } from './factor-emails.ts'
import { codesPerUser } from './factor-limits.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactorState } from './require-factor-state.ts'
import { spendCodeOrThrow } from './spend-code.ts'

/**
 * Switches the second factor on with a first code from the authenticator, and ends all other sessions. Returns the
 * recovery codes. Throws AppError authentication_required, forbidden (wrong code, unconfirmed email address), conflict
 * (no authenticator is waiting for its first code), rate_limited.
 */
export async function confirmFactor(accounts: Accounts, member: Member, code: string): Promise<string[]> {
  await requireFactorState(accounts.db, member.id, 'set-up')
  await accounts.limits.take(codesPerUser, member.id)
  const codes = await inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    await spendCodeOrThrow(accounts, tx, { userId: member.id, code, isUnconfirmed: true })
    const now = accounts.now()
    await tx.updateTable('authenticators').set({ confirmedAt: now }).where('userId', '=', member.id).execute()
    await markSecondFactor(tx, member.id, true, now)
    await endSessions(tx, member.id, member.sessionId)
    await sendFactorChangedEmail(accounts, tx, member.id, true)
    await recordAuditEntry(tx, member, { action: 'account.second-factor-on', target: { kind: 'user', id: member.id } })
    return makeRecoveryCodes(tx, member.id)
  })
  await accounts.limits.reset(codesPerUser, member.id)
  return codes
}
