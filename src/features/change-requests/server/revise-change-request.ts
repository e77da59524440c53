import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { decidersOf } from '#features/notifications/server/author-receivers.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { ChangeRequest, ChangeRequestRevision } from '../contract.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { changesPerProposer } from './change-request-limits.ts'
import { getRequestOrThrow } from './change-request-queries.ts'
import { lockProposerAndAuthor, lockRequestOrThrow, requirePending, requireProposer } from './lock-change-request.ts'
import { getPromptIdOrThrow } from './prompt-of-request.ts'
import { proposedText } from './proposed-text.ts'
import { requestColumns } from './request-columns.ts'

/**
 * Replaces the text of the member's own undecided suggested edit, under the prompt's current license. It is then open
 * again. Throws AppError authentication_required, validation_failed, not_found, forbidden, conflict (it was decided,
 * removed or revised in another tab, or nothing would change) or rate_limited.
 */
export async function reviseChangeRequest(
  { db, limits, now: clock }: ChangeRequestContext,
  member: Member,
  id: string,
  { revision, ...input }: ChangeRequestRevision,
): Promise<ChangeRequest> {
  await limits.take(changesPerProposer, member.id)
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockProposerAndAuthor(tx, id)
    const prompt = await lockPromptOrThrow(tx, member, await getPromptIdOrThrow(tx, member, id))
    const request = await lockRequestOrThrow(tx, member, id)
    requireProposer(request, member)
    requirePending(request, revision)
    const text = await proposedText(tx, prompt, input)
    await tx
      .updateTable('changeRequests')
      .set({
        ...requestColumns(text),
        baseVersion: input.baseVersion,
        licence: prompt.licence,
        reason: input.reason,
        state: 'open',
        revision: revision + 1,
        revisedAt: now,
        silenceAt: null,
      })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, {
      kind: 'change-request',
      outcome: 'revised',
      receiverIds: await decidersOf(tx, prompt),
      subjectId: id,
      actorId: member.id,
      promptId: request.promptId,
      now,
    })
    return getRequestOrThrow(tx, member, id, now)
  })
}
