import { sql } from 'kysely'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import type { PromptStatus } from '#features/catalogue/rules.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { isPublished, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminPrompt } from '../content-contract.ts'

/** A row that `adminColumns` selects. */
export type AdminRow = CardRow & Pick<AdminPrompt, 'status' | 'removedReason' | 'version' | 'findings'>

/** The columns of a prompt in the lists of the admin area. Select them from the catalogue's `cardSource`. */
export const adminColumns = sql`${cardColumns}, p.status, p.removed_reason, p.version, p.findings`

/** Converts a database row to the contract's AdminPrompt. */
export function toAdminPrompt(row: AdminRow): AdminPrompt {
  const { status, removedReason, version, findings } = row
  return { ...toPromptCard(row), status, removedReason, version, findings }
}

type ListOptions = {
  status: Exclude<PromptStatus, 'draft'>
  alarms?: 'unseen'
  q?: string
  limit: number
  cursor?: string
}

/** The SQL condition for published prompts (`p`) with alarms that no moderator has looked at. It has a partial index. */
export const hasUnseenAlarms = sql`p.alarms > 0 and ${isPublished} and p.seen_version is distinct from p.version`

/**
 * Returns a page of prompts with one status, most recently edited first. With `q`, only those that have it in their
 * title or as their author's name. With `alarms`, only those with unseen alarms. Throws AppError
 * authentication_required, forbidden, validation_failed (an invalid cursor).
 */
export async function listAdminPrompts(
  db: Db,
  actor: Actor,
  { status, alarms, q, limit, cursor }: ListOptions,
): Promise<Page<AdminPrompt>> {
  const member = requireRole(actor, 'moderator')
  const listName = `admin prompts ${status} ${alarms ?? ''} ${q ?? ''}`
  const start = readCursor(listName, cursor, cursorKeys.time)
  const where = [sql`p.status = ${sql.lit(status)}`, isVisibleTo(member)]
  if (alarms) where.push(hasUnseenAlarms)
  if (q?.trim()) where.push(await createSearchCondition(db, q.trim()))
  const condition = sql.join(where, sql` and `)
  const [result, total] = await Promise.all([
    sql<AdminRow & { position: string }>`
      select ${adminColumns}, p.updated_at::text as position from ${cardSource}
      where ${condition} ${start ? sql`and (p.updated_at, p.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``}
      order by p.updated_at desc, p.id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`${cardSource} where ${condition}`),
  ])
  const page = cutPage(result.rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  return { items: page.items.map(toAdminPrompt), nextCursor: page.nextCursor, ...total }
}

/**
 * Returns the condition for prompts that have `q` in their title or as their author's name. It compares the author's id
 * instead of a joined name, so that both parts of the condition use an index.
 */
async function createSearchCondition(db: Db, q: string) {
  const authorId = await findUserId(db, q)
  const titleMatches = sql`lower(p.title) like ${likePattern(q.toLowerCase())}`
  return authorId ? sql`(${titleMatches} or p.user_id = ${authorId})` : titleMatches
}
