import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/count-up-to.ts'
import type { Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminComment } from '../contract.ts'

/**
 * Selects a comment as JSON from `commentSource`. The subject is null if it is a prompt that isn't published, or a
 * comparison that is neither published nor shared.
 */
export const commentColumn = sql<AdminComment>`
  jsonb_build_object('id', c.id, 'content', c.content, 'user', jsonb_build_object('username', u.display_username),
    'state', c.state, 'removedReason', c.removed_reason, 'createdAt', c.created_at, 'editedAt', c.edited_at,
    'usage', case when c.outcome is not null
      then jsonb_build_object('outcome', c.outcome, 'model', c.model, 'version', c.version) end,
    'subject', case
      when ${isPublished} then jsonb_build_object('kind', 'prompt', 'id', p.slug, 'title', p.title)
      when tool.id is not null then jsonb_build_object('kind', 'tool', 'id', tool.slug, 'title', tool.name)
      when comparison.published_at is not null or comparison.shared_at is not null
        then jsonb_build_object('kind', 'comparison', 'id', comparison.id, 'title', 'A comparison') end)`
export const commentSource = sql`
  comments c join users u on u.id = c.user_id join comment_threads t on t.id = c.thread_id
  left join prompts p on p.id = t.prompt_id left join tools tool on tool.id = t.tool_id
  left join comparisons comparison on comparison.user_id = t.comparison_owner and comparison.id = t.comparison_id`

type Row = { id: string; comment: AdminComment }
type ListOptions = { state: 'waiting' | 'removed'; limit: number; cursor?: string }

/**
 * Returns a page of comments: waiting ones, oldest first, or removed ones, newest first. Throws AppError
 * authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listAdminComments(
  db: Db,
  actor: Actor,
  { state, limit, cursor }: ListOptions,
): Promise<Page<AdminComment>> {
  requireRole(actor, 'moderator')
  const listName = `admin comments ${state}`
  const start = readCursor(listName, cursor, cursorKeys.none)
  const [order, operator] = state === 'waiting' ? [sql.raw('asc'), sql.raw('>')] : [sql.raw('desc'), sql.raw('<')]
  const condition = sql`c.state = ${sql.lit(state)}`
  const after = start ? sql`and c.id ${operator} ${start.id}` : sql``
  const [result, total] = await Promise.all([
    sql<Row>`
      select c.id, ${commentColumn} as comment from ${commentSource} where ${condition} ${after}
      order by c.id ${order} limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`comments c where ${condition}`),
  ])
  const { items, nextCursor } = cutPage(result.rows, limit, listName, ({ id }) => ({ key: '', id }))
  return { items: items.map(({ comment }) => toAdminComment(comment)), nextCursor, ...total }
}

/** Returns a comment in any state. Throws AppError not_found. */
export async function getAdminCommentOrThrow(db: Db, id: string): Promise<AdminComment> {
  const { rows } = await sql<Row>`
    select c.id, ${commentColumn} as comment from ${commentSource} where c.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('This comment')
  return toAdminComment(rows[0].comment)
}

/** Converts a comment's times from PostgreSQL's format to the API's. */
export function toAdminComment(comment: AdminComment): AdminComment {
  const { createdAt, editedAt } = comment
  return {
    ...comment,
    createdAt: new Date(createdAt).toISOString(),
    editedAt: editedAt && new Date(editedAt).toISOString(),
  }
}
