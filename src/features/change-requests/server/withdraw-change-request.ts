import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { ChangeRequest } from '../contract.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { changesPerProposer } from './change-request-limits.ts'
import { getRequestOrThrow } from './change-request-queries.ts'
import { lockRequestOrThrow, requirePending, requireProposer } from './lock-change-request.ts'

/**
 * Withdraws the member's own undecided suggested edit. A repeated call changes nothing. Throws AppError not_found,
 * forbidden, conflict (it was decided or removed) or rate_limited.
 */
export async function withdrawChangeRequest(
  { db, limits, now: clock }: ChangeRequestContext,
  member: Member,
  id: string,
): Promise<ChangeRequest> {
  await limits.take(changesPerProposer, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    const request = await lockRequestOrThrow(tx, member, id)
    requireProposer(request, member)
    if (request.state !== 'withdrawn') {
      requirePending(request)
      await tx.updateTable('changeRequests').set({ state: 'withdrawn' }).where('id', '=', id).execute()
    }
    return getRequestOrThrow(tx, member, id, now)
  })
}
