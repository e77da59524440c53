import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { confirmationsPerUser } from './account-limits.ts'
import { passwordMatches } from './argon2.ts'

/**
 * Checks the member's password before a sensitive action. Throws AppError forbidden (about `field` of the request),
 * rate_limited or overloaded.
 */
export async function confirmPassword(
  { db, limits }: Pick<Platform, 'db' | 'limits'>,
  member: Member,
  password: string,
  field = 'password',
): Promise<void> {
  await limits.take(confirmationsPerUser, member.id)
  const row = await db.selectFrom('passwords').select('hash').where('userId', '=', member.id).executeTakeFirst()
  if (!(await passwordMatches(password, row?.hash))) throw wrongPassword(row !== undefined, field)
  await limits.reset(confirmationsPerUser, member.id)
}

function wrongPassword(hasPassword: boolean, field: string): AppError {
  const message = hasPassword
    ? t('This is not your password. Try again.')
    : t('Your account has no password yet. Sign out and choose one with “Forgot password?”.')
  return new AppError('forbidden', message, { fields: { [field]: message } })
}
