import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

const refusals = {
  'set-up': 'Set up an authenticator first, and only once.',
  on: 'You have no second factor.',
} as const

/** AppError conflict unless the person's authenticator is being set up, or is on. */
export async function requireFactor(db: Db, userId: string, state: keyof typeof refusals): Promise<void> {
  const row = await db
    .selectFrom('authenticators')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const isSo = row !== undefined && (row.confirmedAt === null) === (state === 'set-up')
  if (!isSo) throw new AppError('conflict', refusals[state])
}
