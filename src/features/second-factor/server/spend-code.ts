import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import type { Proof } from '#features/accounts/server/complete-login.ts'
import type { Tx } from '#server/platform/db.ts'
import { factorMessages as messages } from '../rules.ts'
import { stepOfCode } from './otpauth.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { openSecret } from './seal-secret.ts'

/** A code that was taken, and what it was; or the sentence that says why not. */
export type SpentCode = { by: Proof & ('authenticator' | 'recovery-code') } | { refusal: string }

/** One digit too few or too many is a mistyped code, and no recovery code. */
const fewDigits = /^\d{1,8}$/

/**
 * Uses a code up: six digits of the authenticator, else a recovery code. Each works once; of two uses at once one wins.
 * `setUp`: the authenticator may still be unconfirmed, and recovery codes don't count.
 */
export async function spendCode(
  { sessionKey, now }: Accounts,
  tx: Tx,
  { userId, code, setUp = false }: { userId: string; code: string; setUp?: boolean },
): Promise<SpentCode> {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  if (!fewDigits.test(plain) && !setUp) {
    const isOne = await spendRecoveryCode(tx, userId, plain)
    return isOne ? { by: 'recovery-code' } : { refusal: messages.recoveryWrong }
  }
  const row = await tx.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row || (row.confirmed_at === null) !== setUp) return { refusal: messages.codeWrong }
  const secret = openSecret(await sessionKey(), userId, row.sealed_secret)
  if (!secret) return { refusal: messages.codeLost }
  const step = stepOfCode(secret, plain, now())
  if (step === null) return { refusal: messages.codeWrong }
  const { numUpdatedRows } = await tx
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { by: 'authenticator' } : { refusal: messages.codeWrong }
}
