import { lockUser } from '#features/accounts/server/lock-user.ts'
import { getClaimantOrThrow, settleClaim } from '#features/claims/server/settle-claim.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { AdminClaim, ClaimDecision } from '../people-contract.ts'
import { claimEmail } from './author-emails.ts'
import { getClaimOrThrow } from './claim-queries.ts'
import type { ModerationContext } from './moderation-context.ts'
import { notifyUser } from './notify-author.ts'

/**
 * Approves or declines a claim to a credited name, or revokes an approved one. Notifies and emails the member. A
 * repeated decision changes nothing. Throws AppError authentication_required, forbidden (also the moderator's own
 * claim), not_found, conflict (another member holds the name, or the member is banned or has sent a newer claim to it).
 */
export async function decideClaim(
  context: ModerationContext,
  actor: Actor,
  id: string,
  { action }: ClaimDecision,
): Promise<AdminClaim> {
  const moderator = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const userId = await getClaimantOrThrow(tx, id)
    if (userId === moderator.id) throw new AppError('forbidden', 'Another moderator has to decide on your claim.')
    const person = await lockUser(tx, userId)
    if (!person || person.banned) throw new AppError('conflict', 'This member is banned. Lift the ban first.')
    const authorId = await settleClaim(tx, id, action, context.now())
    const claim = await getClaimOrThrow(tx, id)
    // Null if the decision changed nothing.
    if (authorId === null) return claim
    const target = { kind: 'author' as const, id: authorId }
    await recordAuditEntry(tx, moderator, { action: `claim.${action}`, target, details: { member: userId } })
    const decision = { outcome: `claim-${action}` as const, subjectId: authorId, promptId: null }
    await notifyUser(context, tx, userId, decision, (username) => claimEmail(context, username, claim.name, action))
    return claim
  })
}
