import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

const refusals = {
  'set-up': 'No authenticator is waiting for its first code.',
  on: 'Two-step sign-in is off.',
} as const

/**
 * Checks that the user's authenticator is in the given state, on or waiting for its first code. Throws AppError
 * conflict.
 */
export async function requireFactorState(db: Db, userId: string, state: keyof typeof refusals): Promise<void> {
  const row = await db
    .selectFrom('authenticators')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const isExpected = row !== undefined && (row.confirmedAt === null) === (state === 'set-up')
  if (!isExpected) throw new AppError('conflict', refusals[state])
}
