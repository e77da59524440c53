import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import { endSessions } from '#features/accounts/server/end-session.ts'
import { lockConfirmedMember } from '#features/accounts/server/lock-user.ts'
import { markSecondFactor } from '#features/accounts/server/mark-second-factor.ts'
import type { Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db.ts'
import { tellOfSwitch } from './factor-letters.ts'
import { codeOfUser } from './factor-limits.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactor } from './require-factor.ts'
import { takeCode } from './take-code.ts'

/**
 * Switches the second factor on by a first code of the authenticator; all other sessions end. Answers the recovery codes.
 * AppError forbidden (wrong code), conflict (nothing was set up, or it is on), rate_limited.
 */
export async function confirmFactor(accounts: Accounts, member: Member, code: string): Promise<string[]> {
  await requireFactor(accounts.db, member.id, 'set-up')
  await accounts.limits.take(codeOfUser, member.id)
  const codes = await inTransaction(accounts.db, async (tx) => {
    await lockConfirmedMember(tx, member, accounts.sendsEmail)
    await takeCode(accounts, tx, { userId: member.id, code, setUp: true })
    const now = accounts.now()
    await tx.updateTable('authenticators').set({ confirmed_at: now }).where('user_id', '=', member.id).execute()
    await markSecondFactor(tx, member.id, true, now)
    await endSessions(tx, member.id, member.sessionId)
    await tellOfSwitch(accounts, tx, member.id, true)
    await recordAct(tx, member, { action: 'account.second-factor-on', target: { kind: 'user', id: member.id } })
    return makeRecoveryCodes(tx, member.id)
  })
  await accounts.limits.forget(codeOfUser, member.id)
  return codes
}
