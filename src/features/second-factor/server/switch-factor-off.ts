import type { Accounts, ResetScope } from '#features/accounts/server/account-hooks.ts'
import { confirmPassword } from '#features/accounts/server/confirm-password.ts'
import { lockMember } from '#features/accounts/server/lock-user.ts'
import { markSecondFactor } from '#features/accounts/server/mark-second-factor.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import { recordAct } from '#server/platform/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db.ts'
import { tellOfSwitch } from './factor-letters.ts'
import { codeOfUser } from './factor-limits.ts'
import { dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { requireFactor } from './require-factor.ts'
import { takeCode } from './take-code.ts'

type Proofs = { password: string; code: string }

/**
 * Switches one's second factor off. It takes the password and a code: neither a session left open nor a password that
 * leaked is enough. AppError forbidden, conflict, rate_limited.
 */
export async function switchFactorOff(accounts: Accounts, member: Member, proofs: Proofs): Promise<void> {
  await withBoth(accounts, member, proofs, async (tx) => {
    await dropFactor(tx, member, member.id, accounts.now())
    await tellOfSwitch(accounts, tx, member.id, false)
  })
}

/** Ten new recovery codes in place of the old ones. AppError as switchFactorOff. */
export function renewRecoveryCodes(accounts: Accounts, member: Member, proofs: Proofs): Promise<string[]> {
  return withBoth(accounts, member, proofs, async (tx) => {
    await recordAct(tx, member, { action: 'account.recovery-codes', target: { kind: 'user', id: member.id } })
    return makeRecoveryCodes(tx, member.id)
  })
}

/** Takes somebody's second factor away. The caller asked whether the actor may. */
export async function dropFactor(tx: Tx, actor: Actor, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('authenticators').where('user_id', '=', userId).execute()
  await dropRecoveryCodes(tx, userId)
  await markSecondFactor(tx, userId, false, now)
  await recordAct(tx, actor, { action: 'account.second-factor-off', target: { kind: 'user', id: userId } })
}

/**
 * Takes away the second factor that a reset by letter ends, one that is only being set up too. By a link that the operator
 * handed over it stays: `user second-factor-off` is its own decision.
 */
export async function endFactor(tx: Tx, userId: string, { before, byLetter, now }: ResetScope): Promise<string[]> {
  if (!byLetter) return []
  const row = await tx.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row || (before && (row.confirmed_at ?? row.created_at) >= before)) return []
  await dropFactor(tx, { kind: 'system', name: 'password-reset' }, userId, now)
  return row.confirmed_at ? ['your second factor'] : []
}

async function withBoth<Result>(
  accounts: Accounts,
  member: Member,
  { password, code }: Proofs,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await requireFactor(accounts.db, member.id, 'on')
  await confirmPassword(accounts, member, password)
  await accounts.limits.take(codeOfUser, member.id)
  const result = await inTransaction(accounts.db, async (tx) => {
    await lockMember(tx, member)
    await takeCode(accounts, tx, { userId: member.id, code })
    return change(tx)
  })
  await accounts.limits.forget(codeOfUser, member.id)
  return result
}
