import { releaseCreditedAuthors } from '#features/catalogue/server/move-credit.ts'
import { t } from '#lib/texts.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { ClaimAction } from '../rules.ts'
import { grantClaim } from './prove-claim.ts'

/** Returns the id of the member who made a claim. Throws AppError not_found. */
export async function getClaimantOrThrow(tx: Tx, id: string): Promise<string> {
  const claim = await tx.selectFrom('authorClaims').select('userId').where('id', '=', id).executeTakeFirst()
  if (!claim) throw notFound(t('This claim'))
  return claim.userId
}

async function lockClaimOrThrow(tx: Tx, id: string) {
  const claim = await tx
    .selectFrom('authorClaims as claim')
    .innerJoin('creditedAuthors as author', 'author.id', 'claim.authorId')
    .select(['claim.id', 'claim.status', 'claim.userId', 'claim.authorId', 'author.name', 'author.memberId'])
    .where('claim.id', '=', id)
    .forUpdate('claim')
    .executeTakeFirst()
  if (!claim) throw notFound(t('This claim'))
  return claim
}

/** Throws AppError conflict if the member has an open request for this name. */
async function requireNoOpenRequest(tx: Tx, userId: string, authorId: string): Promise<void> {
  const openRequest = await tx
    .selectFrom('authorClaims')
    .select('id')
    .where('authorId', '=', authorId)
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (openRequest) throw new AppError('conflict', t('This member has sent a newer request. Decide that one instead.'))
}

/**
 * Applies a decision about a claim. Returns the id of the credited author, or null if nothing changed. The caller
 * checks permissions, has locked the member, and writes to the audit log. Throws AppError not_found or conflict (the
 * name belongs to somebody else, or the member has a newer open request).
 */
export async function settleClaim(tx: Tx, id: string, action: ClaimAction, now: Date): Promise<string | null> {
  const { status, userId, authorId, name, memberId } = await lockClaimOrThrow(tx, id)
  const holds = memberId === userId
  if (action === 'approve') {
    if (holds) return null
    if (status !== 'pending') await requireNoOpenRequest(tx, userId, authorId)
    // A moderator can also approve a claim that was declined or has ended.
    await tx.updateTable('authorClaims').set({ status: 'pending', decidedAt: null }).where('id', '=', id).execute()
    await grantClaim(tx, userId, { author: { id: authorId, name }, proof: 'moderator', now })
    return authorId
  }
  if (action === 'decline' ? status !== 'pending' : !holds) return null
  if (holds) await releaseCreditedAuthors(tx, userId, authorId)
  await tx.updateTable('authorClaims').set({ status: 'declined', decidedAt: now }).where('id', '=', id).execute()
  return authorId
}
