import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#platform/database/db.ts'
import { recoveryCodeCount } from '../rules.ts'
import { base32 } from './otpauth.ts'

/** A code has 120 random bits, so a fast hash without a salt is safe (OWASP ASVS 6.5.2 requires 112). */
const codeBytes = 15

/**
 * Replaces a user's recovery codes with ten new ones. Only hashes are stored, so the returned codes can't be shown
 * again.
 */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(codeBytes)).toLowerCase())
  const rows = codes.map((code) => ({ userId: userId, codeHash: hashOf(code) }))
  await tx.insertInto('recoveryCodes').values(rows).execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/**
 * Uses up a recovery code, given in lower case without hyphens. Returns whether it was valid. Of two concurrent uses,
 * only one succeeds.
 */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes all recovery codes of a user. */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
