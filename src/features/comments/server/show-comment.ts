import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { SubjectKind } from '../rules.ts'
import type { CommentContext } from './comment-context.ts'
import { recordCommentChange, threadSubject } from './comment-subject.ts'

type Context = Pick<CommentContext, 'now' | 'hooks'>
type Row = {
  userId: string
  parentId: string | null
  parentAuthorId: string | null
  kind: SubjectKind
  subjectId: string
}

/** Invalidates the pages that show a comment. */
export async function recordChangeOf(tx: Tx, id: string): Promise<void> {
  await recordCommentChange(tx, [(await readPlace(tx, id)).subjectId])
}

/**
 * Calls the hooks for a comment that is shown for the first time, in the same transaction. Invalidates the pages that
 * show it.
 */
export async function notifyShown({ hooks, now }: Context, tx: Tx, id: string): Promise<void> {
  const { userId: authorId, parentId, parentAuthorId, kind, subjectId } = await readPlace(tx, id)
  await recordCommentChange(tx, [subjectId])
  for (const hook of hooks.onCommentShown)
    await hook(tx, { id, parentId, authorId, parentAuthorId, subject: { kind, id: subjectId } }, now())
}

async function readPlace(tx: Tx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select c.user_id, c.parent_id, parent.user_id as parent_author_id, ${threadSubject}
    from comments c join comment_threads t on t.id = c.thread_id left join comments parent on parent.id = c.parent_id
    where c.id = ${id}`.execute(tx)
  if (!rows[0]) throw new Error('A comment that was changed is gone.')
  return rows[0]
}

/**
 * Shows a comment that is in one of `states`: a waiting comment that a moderator approves, or a removed comment that is
 * restored. Returns false if it is in another state. The caller checks the role and has locked the comment.
 */
export async function showComment(
  context: Context,
  tx: Tx,
  id: string,
  states: ('waiting' | 'removed')[],
): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update comments c set state = 'shown', removed_reason = null, shown_at = coalesce(c.shown_at, ${context.now()})
    from comments before where before.id = c.id and c.id = ${id} and c.state = any(${states})
    returning before.shown_at is null as is_first`.execute(tx)
  if (!rows[0]) return false
  if (rows[0].isFirst) await notifyShown(context, tx, id)
  else await recordChangeOf(tx, id)
  return true
}
