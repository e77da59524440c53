import { msg, translate } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

const refusals = {
  'set-up': msg('No set-up is in progress. Reload the page to see the current state.'),
  on: msg('Two-step sign-in is off.'),
} as const

/**
 * Checks that the user's authenticator is in the given state: `on`, or `set-up` while it is waiting for its first code.
 * Throws AppError conflict.
 */
export async function requireFactorState(db: Db, userId: string, state: keyof typeof refusals): Promise<void> {
  const row = await db
    .selectFrom('authenticators')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const isExpected = row !== undefined && (row.confirmedAt === null) === (state === 'set-up')
  if (!isExpected) throw new AppError('conflict', translate(refusals[state]))
}
