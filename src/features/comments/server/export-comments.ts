import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { CommentState, Outcome, SubjectKind } from '../rules.ts'
import { threadSubject } from './comment-subject.ts'

type Row = {
  id: string
  kind: SubjectKind
  subjectId: string
  parentId: string | null
  content: string
  state: CommentState
  removedReason: string | null
  outcome: Outcome | null
  model: string | null
  version: number | null
  createdAt: Date
  editedAt: Date | null
}

/**
 * Returns a user's comments for the export of their data. Of a comment's subject, only the kind and the id are included,
 * because the subject may be hidden.
 */
export async function exportCommentsOf(db: Db, userId: string) {
  const { rows } = await sql<Row>`
    select c.id, ${threadSubject}, c.parent_id, c.content, c.state, c.removed_reason, c.outcome, c.model, c.version,
      c.created_at, c.edited_at
    from comments c join comment_threads t on t.id = c.thread_id where c.user_id = ${userId} order by c.id`.execute(db)
  return rows.map(({ kind, subjectId, createdAt, editedAt, ...row }) => ({
    ...row,
    on: { kind, id: subjectId },
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  }))
}
