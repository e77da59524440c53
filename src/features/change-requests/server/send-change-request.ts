import { sql } from 'kysely'
import { lockWriter, preventDeletion } from '#features/accounts/server/lock-user.ts'
import { maySendTo } from '#features/blocks/server/block-visibility.ts'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { lockPromptOrThrow, roleOf } from '#features/catalogue/server/stored/stored-prompt.ts'
import { decidersOf } from '#features/notifications/server/author-receivers.ts'
import { recordEvent } from '#features/notifications/server/record-event.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx, violatesKey } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { ChangeRequest, NewChangeRequest } from '../contract.ts'
import { changeRequestLimits } from '../rules.ts'
import type { ChangeRequestContext } from './change-request-context.ts'
import { getRequestOrThrow } from './change-request-queries.ts'
import { proposedText } from './proposed-text.ts'
import { requestColumns } from './request-columns.ts'

const dayMs = 86_400_000

/**
 * Sends an edit of somebody else's prompt (by id or slug) that is live for the member to its author, or to the approvers
 * of its group. Throws AppError
 * authentication_required, validation_failed, not_found, forbidden (the member's own prompt, a block or a mute),
 * conflict (nothing would change, or the member has an undecided edit of this prompt) or rate_limited (five a day).
 */
export async function sendChangeRequest(
  { db, now: clock }: ChangeRequestContext,
  member: Member,
  idOrSlug: string,
  input: NewChangeRequest,
): Promise<ChangeRequest> {
  const now = clock()
  return inTransaction(db, async (tx) => {
    // Because of this lock, concurrent requests of a member wait for each other and are counted correctly.
    await lockWriter(tx, member)
    await preventDeletion(tx, sql`select p.user_id from prompts p where ${hasIdOrSlug(idOrSlug)}`)
    const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
    if (prompt.status !== 'published' && prompt.status !== 'shared') throw notFound(t('This prompt'))
    if (roleOf(member, prompt) === 'author')
      throw new AppError('forbidden', t('This is your own prompt, or your group’s. Edit it directly.'))
    if (!(await maySendTo(tx, member, prompt.userId)))
      throw new AppError('forbidden', t('You can’t suggest an edit to this prompt. You can fork it to make your own.'))
    await refuseOverDailyLimit(tx, member, now)
    const text = await proposedText(tx, prompt, input)
    const id = newId()
    try {
      await tx
        .insertInto('changeRequests')
        .values({
          id,
          promptId: prompt.id,
          userId: member.id,
          baseVersion: input.baseVersion,
          ...requestColumns(text),
          licence: prompt.licence,
          reason: input.reason,
          state: 'open',
          createdAt: now,
          revisedAt: now,
        })
        .execute()
    } catch (error) {
      if (!violatesKey(error, 'change_requests_one_open')) throw error
      throw new AppError(
        'conflict',
        t('You already suggested an edit to this prompt. Revise that one, or withdraw it first.'),
      )
    }
    const receiverIds = await decidersOf(tx, prompt)
    await recordEvent(tx, {
      kind: 'change-request',
      outcome: 'sent',
      receiverIds,
      subjectId: id,
      actorId: member.id,
      promptId: prompt.id,
      now,
    })
    return getRequestOrThrow(tx, member, id, now)
  })
}

async function refuseOverDailyLimit(tx: Tx, member: Member, now: Date): Promise<void> {
  const { perDay } = changeRequestLimits
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at from change_requests where user_id = ${member.id} and created_at > ${new Date(now.getTime() - dayMs)}
    order by created_at desc limit ${perDay}`.execute(tx)
  const oldest = rows.at(-1)
  if (rows.length < perDay || !oldest) return
  const retryAfter = Math.max(1, Math.ceil((oldest.createdAt.getTime() + dayMs - now.getTime()) / 1000))
  throw new AppError('rate_limited', t('You can suggest {perDay} edits a day. Try again tomorrow.', { perDay }), {
    retryAfter,
  })
}
