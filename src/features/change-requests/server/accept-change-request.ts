import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { PromptText } from '#features/catalogue/contract.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { lockPromptOrThrow } from '#features/catalogue/server/stored/stored-prompt.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import { storedText, t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Acceptance, ChangeRequest } from '../contract.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { decisionsPerAuthor } from './change-request-limits.ts'
import { getDecidedRequestOrThrow, getRequestOrThrow } from './change-request-queries.ts'
import { lockProposerAndAuthor, lockRequestOrThrow, requireDecider, requirePending } from './lock-change-request.ts'
import { getPromptIdOrThrow } from './prompt-of-request.ts'

/** The note of the new version if the author changed the proposed text, because the reason describes that text. */
const combinedNote = storedText('From a suggested edit, changed by the author.')

/**
 * Accepts a suggested edit as the next version of its prompt, and credits its proposer. Nothing is merged: the stored
 * text is the proposed one, or the one that the author sends. A repeated call changes nothing. Throws AppError
 * authentication_required, not_found, forbidden, rate_limited or conflict (the edit was decided, removed or revised,
 * the license was changed, nothing would change, or the prompt was changed: with `current`).
 */
export async function acceptChangeRequest(
  { db, limits, now: clock, writing }: ChangeRequestContext,
  member: Member,
  id: string,
  { revision, version, content }: Acceptance,
): Promise<ChangeRequest> {
  await limits.take(decisionsPerAuthor, member.id)
  const detectLanguage = await loadLanguageDetector()
  const now = clock()
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    await lockProposerAndAuthor(tx, id)
    const prompt = await lockPromptOrThrow(tx, member, await getPromptIdOrThrow(tx, member, id))
    const request = await lockRequestOrThrow(tx, member, id)
    requireDecider(request)
    if (request.state === 'accepted' && request.revision === revision) return getRequestOrThrow(tx, member, id, now)
    requirePending(request, revision)
    if (request.licence !== prompt.licence)
      throw new AppError(
        'conflict',
        t('You have changed the license since this edit was suggested. Ask the proposer to send it again.'),
      )
    const { reason, ...proposed } = await readProposed(tx, id)
    const text =
      content === undefined
        ? proposed
        : { ...proposed, content, variables: normalizeVariables(content, proposed.variables) }
    await changePrompt(
      tx,
      member,
      {
        idOrSlug: prompt.id,
        edit: { ...text, version, note: text.content === proposed.content ? reason : combinedNote },
        detectLanguage,
        suggestedBy: request.userId,
      },
      { ...writing, now },
    )
    const acceptedVersion = await readVersion(tx, prompt.id)
    if (acceptedVersion === prompt.version)
      throw new AppError('conflict', t('The prompt already has this text. Decline the suggestion, or ask for changes.'))
    await tx
      .updateTable('changeRequests')
      .set({ state: 'accepted', acceptedVersion, answer: null, answeredAt: now })
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, {
      kind: 'change-request-answer',
      outcome: 'accepted',
      receiverIds: [request.userId],
      subjectId: id,
      actorId: member.id,
      promptId: prompt.id,
      now,
    })
    return getDecidedRequestOrThrow(tx, member, id, now)
  })
}

async function readProposed(tx: Tx, id: string): Promise<PromptText & { reason: string }> {
  return tx
    .selectFrom('changeRequests')
    .select([...PromptText.keyof().options, 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function readVersion(tx: Tx, promptId: string): Promise<number> {
  const row = await tx.selectFrom('prompts').select('version').where('id', '=', promptId).executeTakeFirstOrThrow()
  return row.version
}
