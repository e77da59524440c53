import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#server/platform/db.ts'
import { recoveryCodesMany } from '../rules.ts'
import { base32 } from './otpauth.ts'

/** 120 bits each: a hash of that many tells nothing, also without a salt and a slow function (ASVS 6.5.2 wants 112). */
const codeBytes = 15

/** Gives a person ten new recovery codes and takes the old ones away. Only hashes are stored, so this is the one time to show them. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await dropRecoveryCodes(tx, userId)
  const codes = Array.from({ length: recoveryCodesMany }, () => base32(randomBytes(codeBytes)).toLowerCase())
  const rows = codes.map((code) => ({ userId, codeHash: hashOf(code) }))
  await tx.insertInto('recoveryCodes').values(rows).execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Uses a recovery code up. Answers whether it was one: of two uses at once one wins. */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { many } = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select((is) => is.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  return many
}

/** Takes all recovery codes of a person away. */
export async function dropRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
