import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { invalidField } from '#platform/errors.ts'
import { recentLoginMs } from '../rules.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * Requires a login within the last 12 hours, or the password, before a sensitive action. A session alone isn't enough.
 * Throws AppError validation_failed (field `password`), forbidden (wrong password), rate_limited or overloaded.
 */
export async function requireRecentLogin(
  { db, limits, now }: Pick<Platform, 'db' | 'limits' | 'now'>,
  member: Member,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return confirmPassword({ db, limits }, member, password)
  if (await hasRecentLogin({ db, now }, member)) return
  throw invalidField('password', t('You signed in more than 12 hours ago. Enter your password, or sign in again.'))
}

/** Tells whether the member's session began within the last 12 hours. */
export async function hasRecentLogin({ db, now }: Pick<Platform, 'db' | 'now'>, member: Member): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('createdAt')
    .where('userId', '=', member.id)
    .where('id', '=', member.sessionId)
    .executeTakeFirst()
  return session !== undefined && now().getTime() - session.createdAt.getTime() < recentLoginMs
}
