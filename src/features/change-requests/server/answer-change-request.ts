import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { Answer, ChangeRequest } from '../contract.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { decisionsPerAuthor } from './change-request-limits.ts'
import { getRequestOrThrow } from './change-request-queries.ts'
import { lockProposerAndAuthor, lockRequestOrThrow, requireDecider, requirePending } from './lock-change-request.ts'

/**
 * Declines a suggested edit with a reason, or asks its proposer for changes (`revising`). A repeated call changes
 * nothing. Throws AppError authentication_required, not_found, forbidden, rate_limited or conflict (it was decided,
 * withdrawn, removed or revised).
 */
export async function answerChangeRequest(
  { db, limits, now: clock }: ChangeRequestContext,
  member: Member,
  id: string,
  { revision, reason, state }: Answer & { state: 'declined' | 'revising' },
): Promise<ChangeRequest> {
  await limits.take(decisionsPerAuthor, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockProposerAndAuthor(tx, id)
    const request = await lockRequestOrThrow(tx, member, id)
    requireDecider(request)
    if (request.state === state && request.revision === revision) return getRequestOrThrow(tx, member, id, now)
    requirePending(request, revision)
    await tx
      .updateTable('changeRequests')
      .set({ state, answer: reason, answeredAt: now })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, {
      kind: 'change-request-answer',
      outcome: state,
      receiverIds: [request.userId],
      subjectId: id,
      actorId: member.id,
      promptId: request.promptId,
      now,
    })
    return getRequestOrThrow(tx, member, id, now)
  })
}
