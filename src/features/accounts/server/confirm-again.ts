import type { Member } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/api.ts'
import { invalidField } from '#server/platform/errors.ts'
import { trustedSessionMs } from '../rules.ts'
import { confirmPassword } from './confirm-password.ts'

/**
 * Lets an act on other people through only when somebody signed in lately, or says the password now: a session that
 * was left open somewhere doesn't do. AppError validation_failed (field `password`), forbidden (a wrong one), rate_limited.
 */
export async function confirmAgain(
  { db, limits, now }: Pick<Platform, 'db' | 'limits' | 'now'>,
  member: Member,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) return confirmPassword({ db, limits }, member, password)
  const session = await db
    .selectFrom('sessions')
    .select('createdAt')
    .where('userId', '=', member.id)
    .where('id', '=', member.sessionId)
    .executeTakeFirst()
  if (session && now().getTime() - session.createdAt.getTime() < trustedSessionMs) return
  throw invalidField('password', 'You signed in more than 12 hours ago. Enter your password to go on.')
}
