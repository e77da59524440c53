import { sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { AdminTool, Tool } from '../contract.ts'
import { failuresMax } from './check-links.ts'
import { listTools, pictureOf, type ToolRow, toolColumns, toolSource, toTool } from './tool-queries.ts'
import { findTools } from './tool-search-queries.ts'

/** Returns a page of tools for admins: those that a term finds, those whose address no longer works, or all by name. */
export async function listAdminTools(
  db: Db,
  { q, dead, ...page }: { q?: string; dead?: 'true'; limit: number; cursor?: string },
): Promise<Page<AdminTool>> {
  const term = q?.trim()
  const list = dead
    ? await listDeadTools(db, page)
    : term
      ? await findTools(db, { term, filter: {}, ...page })
      : await listTools(db, {}, page)
  return { ...list, items: await withDetails(db, list.items) }
}

/** Returns a tool (id) as admins see it. Throws AppError not_found. */
export async function getAdminToolOrThrow(db: Db, id: string): Promise<AdminTool> {
  const { rows } = await sql<ToolRow>`select ${toolColumns} from ${toolSource} where t.id = ${id}`.execute(db)
  const [tool] = await withDetails(db, rows.map(toTool))
  if (!tool) throw notFound(t('This tool'))
  return tool
}

async function listDeadTools(db: Db, page: { limit: number; cursor?: string }): Promise<Page<Tool>> {
  const start = readCursor('tools:dead', page.cursor, cursorKeys.text)
  const isDead = sql<boolean>`t.link_failures >= ${sql.lit(failuresMax)}`
  const afterCursor = start ? sql`and (t.sort_name, t.id) > (${start.key}, ${start.id}::uuid)` : sql``
  const [{ rows }, count] = await Promise.all([
    sql<ToolRow>`select ${toolColumns} from ${toolSource} where ${isDead} ${afterCursor}
      order by t.sort_name, t.id limit ${page.limit + 1}`.execute(db),
    countUpTo(db, sql`tools t where ${isDead}`),
  ])
  const { items, nextCursor } = cutPage(rows, page.limit, 'tools:dead', ({ sortName, id }) => ({ key: sortName, id }))
  return { items: items.map(toTool), nextCursor, ...count }
}

async function withDetails(db: Db, tools: Tool[]): Promise<AdminTool[]> {
  if (tools.length === 0) return []
  const rows = await db
    .selectFrom('tools')
    .select(['id', 'strengths', 'prices', 'pricesOn', 'markKey', 'linkCheckedAt', 'linkFailures', 'linkProblem'])
    .select(['pictureKey', 'pictureWidth', 'pictureHeight'])
    .where(
      'id',
      'in',
      tools.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return tools.flatMap((tool) => {
    const row = byId.get(tool.id)
    if (!row) return []
    const { strengths, prices, pricesOn, markKey, linkCheckedAt, linkFailures, linkProblem } = row
    return {
      ...tool,
      strengths,
      prices,
      pricesOn,
      picture: pictureOf(row),
      hasOwnMark: markKey !== null,
      link: {
        checkedAt: linkCheckedAt?.toISOString() ?? null,
        problem: linkProblem,
        isDead: linkFailures >= failuresMax,
      },
    }
  })
}
