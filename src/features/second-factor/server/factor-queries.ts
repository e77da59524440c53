import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { SecondFactor } from '../contract.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** Returns the state of a member's second factor. */
export async function readFactor(db: Db, { id, mustSetUp }: Member): Promise<SecondFactor> {
  return { ...(await exportFactor(db, id)), setupRequired: mustSetUp === true }
}

/** Returns the state of a user's second factor for their data export, without the secret. */
export async function exportFactor(db: Db, userId: string): Promise<Omit<SecondFactor, 'setupRequired'>> {
  const row = await db
    .selectFrom('users')
    .select('twoFactorEnabled as enabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return { enabled: row?.enabled ?? false, recoveryCodesLeft: await countRecoveryCodes(db, userId) }
}
