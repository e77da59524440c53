import type { ShownComment } from '#features/comments/server/comment-context.ts'
import type { Tx } from '#server/platform/db.ts'
import { receiversOf } from './author-receivers.ts'
import { recordEvent } from './record-event.ts'

/**
 * Records an answer to a comment, so that the comment's author is notified. Does nothing if they wrote the answer
 * themselves, or if the shown comment isn't an answer.
 */
export async function recordAnswer(
  tx: Tx,
  { id, parentId, authorId, answeredAuthorId }: ShownComment,
  now: Date,
): Promise<void> {
  if (answeredAuthorId === null || parentId === null || answeredAuthorId === authorId) return
  const about = { subjectId: parentId, commentId: id, promptId: null }
  await recordEvent(tx, {
    kind: 'comment-answer',
    ...about,
    actorId: authorId,
    receiverIds: receiversOf(answeredAuthorId),
    now,
  })
}
