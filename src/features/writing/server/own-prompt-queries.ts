import { sql } from 'kysely'
import { type PromptStatus, promptStatuses } from '#features/catalogue/rules.ts'
import { groupMark } from '#features/catalogue/server/prompt-cards.ts'
import { conditionsForTerm } from '#features/catalogue/server/prompt-conditions.ts'
import { type PromptRow, promptColumns, promptSource, toPrompt } from '#features/catalogue/server/prompt-queries.ts'
import { isWrittenBy } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import { type Actor, requireMember } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import { countFitting } from '#platform/text-budget.ts'
import type { OwnPrompt } from '../contract.ts'

type OwnRow = PromptRow & { position: string; deletedAt: Date | null }
type StatusCounts = Record<PromptStatus, number>

/**
 * Returns a page of the member's own prompts, most recently edited first, and the number of prompts per status. Without
 * `status`, the page has all prompts except deleted ones. With `q`, it has only prompts that match these search words. A
 * page with long texts has fewer prompts. Throws AppError authentication_required or validation_failed (an invalid cursor).
 */
export async function listOwnPrompts(
  db: Db,
  actor: Actor,
  { status, q, limit, cursor }: { status?: PromptStatus; q?: string; limit: number; cursor?: string },
): Promise<Page<OwnPrompt> & { counts: StatusCounts }> {
  const { id: userId } = requireMember(actor)
  const list = `own:${status ?? 'all'}`
  const start = readCursor(list, cursor, cursorKeys.time)
  const matches = conditionsForTerm(q)
  const where = sql.join(
    [isWrittenBy(userId), status ? sql`p.status = ${status}` : sql`p.status <> 'deleted'`, ...matches],
    sql` and `,
  )
  const rest = sql`
    where ${where} ${start ? sql`and (p.updated_at, p.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``}
    order by p.updated_at desc, p.id desc`
  const fitting = await countFitting(
    db,
    sql`select octet_length(p.content) as bytes from ${promptSource} ${rest} limit ${limit}`,
  )
  const [result, counts, found] = await Promise.all([
    sql<OwnRow>`
      select ${promptColumns}, ${groupMark(userId)}, p.updated_at::text as position, p.deleted_at from ${promptSource} ${rest}
      limit ${fitting + 1}`.execute(db),
    countByStatus(db, userId),
    matches.length > 0 ? countUpTo(db, sql`prompts p where ${where}`) : null,
  ])
  const page = cutPage(result.rows, fitting, list, (row) => ({ key: row.position, id: row.id }))
  const allCount = status ? counts[status] : promptStatuses.reduce((sum, name) => sum + counts[name], -counts.deleted)
  return { items: page.items.map(toOwnPrompt), nextCursor: page.nextCursor, ...(found ?? { total: allCount }), counts }
}

function toOwnPrompt(row: OwnRow): OwnPrompt {
  return {
    ...toPrompt(row),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }
}

async function countByStatus(db: Db, userId: string): Promise<StatusCounts> {
  const { rows } = await sql<{ status: PromptStatus; prompts: number }>`
    select p.status, count(*) as prompts from prompts p where ${isWrittenBy(userId)} group by p.status`.execute(db)
  const counts: StatusCounts = { published: 0, shared: 0, draft: 0, pending: 0, removed: 0, deleted: 0 }
  for (const row of rows) counts[row.status] = row.prompts
  return counts
}
