import { sql } from 'kysely'
import { isClosedTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { AdminComment } from '#features/comments/contract.ts'
import { commentColumn, commentSource, toAdminComment } from '#features/comments/server/reportable-comment.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { type Actor, type Member, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'

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
  const { id: readerId } = requireRole(actor, 'moderator')
  const listName = `admin comments ${state}`
  const start = readCursor(listName, cursor, cursorKeys.none)
  const [order, operator] = state === 'waiting' ? [sql.raw('asc'), sql.raw('>')] : [sql.raw('desc'), sql.raw('<')]
  const condition = sql`c.state = ${sql.lit(state)} and not ${isClosedTo(readerId)}`
  const after = start ? sql`and c.id ${operator} ${start.id}` : sql``
  const [result, total] = await Promise.all([
    sql<Row>`
      select c.id, ${commentColumn} as comment from ${commentSource} where ${condition} ${after}
      order by c.id ${order} limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`${commentSource} where ${condition}`),
  ])
  const { items, nextCursor } = cutPage(result.rows, limit, listName, ({ id }) => ({ key: '', id }))
  return { items: items.map(({ comment }) => toAdminComment(comment)), nextCursor, ...total }
}

/** Returns a comment in any state, unless a group keeps its subject from the moderator. Throws AppError not_found. */
export async function getAdminCommentOrThrow(db: Db, moderator: Member, id: string): Promise<AdminComment> {
  const { rows } = await sql<Row>`
    select c.id, ${commentColumn} as comment from ${commentSource}
    where c.id = ${id} and not ${isClosedTo(moderator.id)}`.execute(db)
  if (!rows[0]) throw notFound(t('This comment'))
  return toAdminComment(rows[0].comment)
}
