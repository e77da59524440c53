import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Comment, NewComment } from '../contract.ts'
import { commentLimits } from '../rules.ts'
import type { CommentContext } from './comment-context.ts'
import { takeCommentLimits } from './comment-limits.ts'
import { readComment } from './comment-queries.ts'
import { type CommentThread, findSubjectOrThrow, findThread, lockThread, type SubjectRef } from './comment-subject.ts'
import { isVisibleTo } from './comment-visibility.ts'
import { lockCommenters } from './lock-commenters.ts'
import { findRepeat, repeatedTextError } from './repeat-queries.ts'
import { notifyShown, recordChangeOf } from './show-comment.ts'
import { fingerprintOf, mustWait, readTrustFacts } from './trust-queries.ts'
import { usageColumns } from './usage-report.ts'

/**
 * Stores a member's comment or reply, which is shown immediately or waits for a moderator. If the member posted the
 * same text in the last five minutes, returns that comment, or refuses the text in another place. Throws AppError
 * authentication_required, validation_failed, not_found, conflict (closed, too many replies, or the same text elsewhere)
 * or rate_limited.
 */
export async function postComment(
  context: CommentContext,
  member: Member,
  subjectRef: SubjectRef,
  input: NewComment,
): Promise<Comment> {
  if (input.parentId && input.usage)
    throw invalidField('usage', t('Report your experience in a comment, not in a reply.'))
  const { db, limits } = context
  const now = context.now()
  const subject = await findSubjectOrThrow(db, member, subjectRef)
  const thread = await findThread(db, subject)
  const repeat = thread && (await findRepeat(db, member, placeOf(thread, input), { ...input, now }))
  if (repeat?.isHere) return readComment(context, db, member, repeat.id)
  const trustFacts = await readTrustFacts(db, member.id, now)
  const giveBack = await takeCommentLimits(limits, member, { isReply: input.parentId !== undefined, trustFacts, now })
  try {
    return await inTransaction(db, async (tx) => {
      await lockWriter(tx, member)
      const id = await insertComment(context, tx, member, { subjectRef, input, now })
      return readComment(context, tx, member, id)
    })
  } catch (error) {
    await giveBack()
    throw error
  }
}

async function insertComment(
  context: CommentContext,
  tx: Tx,
  member: Member,
  { subjectRef, input, now }: { subjectRef: SubjectRef; input: NewComment; now: Date },
): Promise<string> {
  const subject = await findSubjectOrThrow(tx, member, subjectRef)
  if (input.parentId) await lockCommenters(tx, input.parentId)
  const thread = await lockThread(tx, subject)
  const repeat = await findRepeat(tx, member, placeOf(thread, input), { ...input, now })
  if (repeat?.isHere) return repeat.id
  if (repeat) throw repeatedTextError()
  if (thread.closedAt) throw new AppError('conflict', t('Comments here are closed. Nobody can add one.'))
  if (input.parentId) await requireOpenToReplies(context, tx, member, thread, input.parentId)
  const isWaiting =
    !subject.isShared && (await mustWait(context, tx, member.id, { content: input.content, model: input.usage?.model }))
  const id = newId()
  await tx
    .insertInto('comments')
    .values({
      id,
      threadId: thread.id,
      parentId: input.parentId ?? null,
      userId: member.id,
      content: input.content,
      fingerprint: fingerprintOf(input.content),
      state: isWaiting ? 'waiting' : 'shown',
      ...(await usageColumns(tx, subject, input.usage)),
      createdAt: now,
      shownAt: isWaiting ? null : now,
    })
    .execute()
  if (!isWaiting) await notifyShown(context, tx, id)
  // A report of use counts although its comment waits.
  else if (input.usage) await recordChangeOf(tx, id)
  return id
}

function placeOf({ id }: CommentThread, { parentId }: NewComment) {
  return { threadId: id, parentId: parentId ?? null }
}

/**
 * Refuses a reply to a comment that the member can't reply to. Throws AppError not_found (also for a reply, because
 * replies can't have replies) or conflict (too many replies). Other members' hidden replies don't count, so that nobody
 * can use up the limit invisibly.
 */
async function requireOpenToReplies(
  context: CommentContext,
  tx: Tx,
  member: Member,
  thread: CommentThread,
  parentId: string,
) {
  const { rows } = await sql<{ replies: number }>`
    select (select count(*) from comments a where a.parent_id = c.id
      and (a.state = 'shown' or a.state = 'waiting' and a.user_id = ${member.id})) as replies from comments c
    where c.id = ${parentId} and c.thread_id = ${thread.id} and c.parent_id is null and c.state = 'shown'
      and ${isVisibleTo(member, context.hooks)}`.execute(tx)
  if (!rows[0]) throw notFound(t('This comment'))
  if (rows[0].replies >= commentLimits.repliesMax)
    throw new AppError(
      'conflict',
      t('A comment has at most {repliesMax} replies. Write a new comment.', { repliesMax: commentLimits.repliesMax }),
    )
}
