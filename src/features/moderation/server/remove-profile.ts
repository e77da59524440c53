import { findUserId } from '#features/accounts/server/user-queries.ts'
import { clearProfile } from '#features/contributors/server/edit-profile.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'

/**
 * Removes a member's bio and link. A repeated call changes nothing. Throws AppError authentication_required, forbidden,
 * not_found.
 */
export async function removeProfile(db: Db, actor: Actor, username: string): Promise<void> {
  const moderator = requireRole(actor, 'moderator')
  await inTransaction(db, async (tx) => {
    const userId = await findUserId(tx, username)
    if (!userId) throw notFound('This person')
    await clearProfile(tx, moderator, userId)
  })
}
