import type { Accounts, Proof } from '#features/accounts/server/account-hooks.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { factorMessages as messages } from '../rules.ts'
import { stepOfCode } from './otpauth.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './seal-secret.ts'

/** The kind of code that was valid and is now used up, or why the code was refused. */
type SpendResult = { proof: Proof & ('authenticator' | 'recovery-code') } | { refusal: string }

/** Matches an authenticator's code, even one with missing or extra digits. Recovery codes are longer. */
const numericCode = /^\d{1,8}$/

/**
 * Uses up a code: six digits from the authenticator, or a recovery code. Each code works once, and of two concurrent
 * uses only one succeeds. `isUnconfirmed` means that the authenticator still needs its first code, so recovery codes
 * are refused.
 */
export async function spendCode(
  { sessionKey, now }: Accounts,
  tx: Tx,
  { userId, code, isUnconfirmed = false }: { userId: string; code: string; isUnconfirmed?: boolean },
): Promise<SpendResult> {
  const normalized = code.replace(/[\s-]/g, '').toLowerCase()
  if (!numericCode.test(normalized) && !isUnconfirmed) {
    const isValid = await spendRecoveryCode(tx, userId, normalized)
    return isValid ? { proof: 'recovery-code' } : { refusal: messages.recoveryWrong }
  }
  const row = await tx.selectFrom('authenticators').selectAll().where('userId', '=', userId).executeTakeFirst()
  if (!row || (row.confirmedAt === null) !== isUnconfirmed) return { refusal: messages.codeWrong }
  const secret = openSecret(await sessionKey(), userId, row.sealedSecret)
  if (!secret) return { refusal: messages.secretUnreadable }
  const step = stepOfCode(secret, normalized, now())
  if (step === null) return { refusal: messages.codeWrong }
  const { numUpdatedRows } = await tx
    .updateTable('authenticators')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { proof: 'authenticator' } : { refusal: messages.codeWrong }
}

/**
 * Uses up a code like `spendCode`, for a member who is signed in. If the code is refused, throws AppError forbidden
 * with the field `code`.
 */
export async function spendCodeOrThrow(
  accounts: Accounts,
  tx: Tx,
  input: { userId: string; code: string; isUnconfirmed?: boolean },
): Promise<void> {
  const result = await spendCode(accounts, tx, input)
  if ('refusal' in result) throw new AppError('forbidden', result.refusal, { fields: { code: result.refusal } })
}
