import type { ShownComment } from '#features/comments/server/comment-context.ts'
import type { Tx } from '#platform/database/db.ts'
import { receiversOf } from './author-receivers.ts'
import { recordEvent } from './record-event.ts'

/**
 * Records a reply to a comment, so that the comment's author is notified. Does nothing if they wrote the reply
 * themselves, or if the shown comment isn't a reply.
 */
export async function recordReply(
  tx: Tx,
  { id, parentId, authorId, parentAuthorId }: ShownComment,
  now: Date,
): Promise<void> {
  if (parentAuthorId === null || parentId === null || parentAuthorId === authorId) return
  const about = { subjectId: parentId, commentId: id, promptId: null }
  await recordEvent(tx, {
    kind: 'comment-answer',
    ...about,
    actorId: authorId,
    receiverIds: receiversOf(parentAuthorId),
    now,
  })
}
