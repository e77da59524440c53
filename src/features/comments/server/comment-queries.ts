import { type RawBuilder, sql } from 'kysely'
import { type Actor, hasRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Comment, CommentPage, Reply } from '../contract.ts'
import type { CommentState, Outcome } from '../rules.ts'
import type { CommentContext } from './comment-context.ts'
import { findSubjectOrThrow, findThread, mayClose, readAuthorsOf, type SubjectRef } from './comment-subject.ts'
import { isShown, isVisibleTo } from './comment-visibility.ts'
import { summarizeUsage } from './usage-summary-queries.ts'

type Row = {
  id: string
  parentId: string | null
  userId: string
  username: string
  content: string
  state: CommentState
  removedReason: string | null
  outcome: Outcome | null
  model: string | null
  version: number | null
  createdAt: Date
  editedAt: Date | null
  /** Whether the reader may see the comment's text. */
  visible: boolean
}

/** Who reads the comments. `authorIds` are the authors of the subject. */
type ReaderContext = { hooks: CommentContext['hooks']; reader: Actor; authorIds: string[] }

const columnsFor = ({ reader, hooks }: ReaderContext) => sql`
  c.id, c.parent_id, c.user_id, u.display_username as username, c.content, c.state, c.removed_reason, c.outcome, c.model,
  c.version, c.created_at, c.edited_at, ${isVisibleTo(reader, hooks)} as visible`

/**
 * Lists a page of the comments on a subject as the reader may see them, newest first, with their replies. A hidden
 * comment that has visible replies appears as a placeholder. Throws AppError not_found or validation_failed (an invalid
 * cursor).
 */
export async function listComments(
  { db, hooks }: Pick<CommentContext, 'db' | 'hooks'>,
  reader: Actor,
  subjectRef: SubjectRef,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<CommentPage> {
  const subject = await findSubjectOrThrow(db, reader, subjectRef)
  const thread = await findThread(db, subject)
  const listName = `comments ${subject.id}`
  const start = readCursor(listName, cursor, cursorKeys.none)
  const readerContext = { hooks, reader, authorIds: subject.authorIds }
  const rows = thread ? await readRows(db, readerContext, thread.id, { limit, before: start?.id }) : []
  const { items, nextCursor } = cutPage(rows, limit, listName, ({ id }) => ({ key: '', id }))
  const comments = await withReplies(db, readerContext, items)
  const counts = thread ? await countShown(db, readerContext, thread.id) : { total: 0 }
  return {
    items: comments,
    nextCursor,
    ...counts,
    subjectId: subject.id,
    closed: thread?.closedAt != null,
    mayClose: mayClose(reader, subject),
    version: subject.version,
    usage: await summarizeUsage(db, subject, thread),
  }
}

/**
 * Reads comments without their replies. In the subquery, `c` is a reply to the comment, as the conditions expect, and
 * `author_id` is the comment's author.
 */
async function readRows(
  db: Db,
  readerContext: ReaderContext,
  threadId: string,
  page: { limit: number; before?: string },
) {
  const { reader, hooks } = readerContext
  const before = page.before ? sql`and c.id < ${page.before}` : sql``
  const { rows } = await sql<Row>`
    select ${columnsFor(readerContext)} from comments c join users u on u.id = c.user_id
    where c.thread_id = ${threadId} and c.parent_id is null ${before}
      and (${isVisibleTo(reader, hooks)} or exists (
        select from (select a.*, c.user_id as author_id from comments a where a.parent_id = c.id) c
        where ${isVisibleTo(reader, hooks)} and ${isReplyVisible(readerContext, sql`c.author_id`)}))
    order by c.id desc limit ${page.limit + 1}`.execute(db)
  return rows
}

/**
 * Returns the SQL condition that the reader hasn't blocked or muted this person and isn't blocked by them. It is always
 * true for moderators and visitors.
 */
function isAuthorVisible({ reader, hooks }: ReaderContext, person: RawBuilder<string>): RawBuilder<boolean> {
  return reader.kind === 'user' && !hasRole(reader, 'moderator') && hooks.maySeeContentOf
    ? hooks.maySeeContentOf(sql`${reader.id}::uuid`, person)
    : sql`true`
}

/**
 * Returns the SQL condition that the reader may see replies (`c` in the query) to comments by the author with the id
 * `authorId`. If a block or mute hides that author from the reader, only the reader's own replies meet it.
 */
function isReplyVisible(readerContext: ReaderContext, authorId: RawBuilder<string>): RawBuilder<boolean> {
  const { reader } = readerContext
  return reader.kind === 'user'
    ? sql`(c.user_id = ${reader.id} or ${isAuthorVisible(readerContext, authorId)})`
    : sql`true`
}

async function withReplies(db: Db, readerContext: ReaderContext, rows: Row[]): Promise<Comment[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { rows: replies } = await sql<Row>`
    select ${columnsFor(readerContext)} from comments c join users u on u.id = c.user_id
    join comments parent on parent.id = c.parent_id
    where c.parent_id = any(${ids}) and ${isVisibleTo(readerContext.reader, readerContext.hooks)}
      and ${isReplyVisible(readerContext, sql`parent.user_id`)}
    order by c.id`.execute(db)
  return rows.map((row) => ({
    ...toReply(row, readerContext),
    answers: replies.filter(({ parentId }) => parentId === row.id).map((reply) => toReply(reply, readerContext)),
  }))
}

/** Counts public comments, except those that a block or mute hides from the reader. */
function countShown(db: Db, readerContext: ReaderContext, threadId: string) {
  const source = sql`comments c left join comments parent on parent.id = c.parent_id
    where c.thread_id = ${threadId} and ${isShown} and ${isAuthorVisible(readerContext, sql`c.user_id`)}
      and (parent.id is null or ${isReplyVisible(readerContext, sql`parent.user_id`)})`
  return countUpTo(db, source)
}

/** Returns a comment that the reader wrote, with its replies. */
export async function readComment(
  { hooks }: Pick<CommentContext, 'hooks'>,
  db: Db,
  reader: Actor,
  id: string,
): Promise<Comment> {
  const readerContext = { hooks, reader, authorIds: await readAuthorsOf(db, id) }
  const { rows } = await sql<Row>`
    select ${columnsFor(readerContext)} from comments c join users u on u.id = c.user_id where c.id = ${id}`.execute(db)
  const [comment] = await withReplies(db, readerContext, rows)
  if (!comment) throw new Error('A comment that was just stored is gone.')
  return comment
}

function toReply(row: Row, { authorIds, reader }: ReaderContext): Reply {
  const { id, parentId, visible, username, state, outcome, model, version } = row
  const isOwn = reader.kind === 'user' && reader.id === row.userId
  return {
    id,
    parentId,
    content: visible ? row.content : '',
    user: visible ? { username } : null,
    state,
    removedReason: isOwn ? row.removedReason : null,
    usage: visible && outcome && model ? { outcome, model, version } : null,
    byAuthor: visible && authorIds.includes(row.userId),
    createdAt: row.createdAt.toISOString(),
    editedAt: visible ? (row.editedAt?.toISOString() ?? null) : null,
  }
}
