import { type RawBuilder, sql } from 'kysely'
import { type MatchKind, tsqueryOf, withoutManyMinuses, wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import { countedTotalMax } from '#features/catalogue/server/prompt-queries.ts'
import {
  type HeadlinePieces,
  headlineMarks,
  piecesOf,
  withoutMarks,
} from '#features/catalogue/server/search-headlines.ts'
import type { Page } from '#lib/http-contract.ts'
import { containing, type Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { Tool } from '../contract.ts'
import { type ToolFilter, type ToolRow, toolColumns, toolCondition, toolSource, toTool } from './tool-queries.ts'

export type ToolSearchOrder = 'relevance' | 'newest'
export type FoundTool = Tool & { headline: HeadlinePieces }

/** A search with the ids of its matches, up to one more than `countedTotalMax`. */
export type ToolMatch = { term: string; kind: MatchKind; ids: string[] }

/** pg_trgm needs three characters to use its index. */
const likenessMin = 3

/** The matching tools; null if there are none. */
export async function matchTools(
  db: Db,
  { term, kind, filter }: { term: string; kind: MatchKind; filter: ToolFilter },
): Promise<ToolMatch | null> {
  const matches = matchCondition(term, kind)
  if (!matches) return null
  const { rows } = await sql<{ id: string }>`
    select t.id from tools t where ${toolCondition(filter)} and ${matches} limit ${countedTotalMax + 1}`.execute(db)
  return rows.length === 0 ? null : { term, kind, ids: rows.map((row) => row.id) }
}

/** The first kind of match with results; null if there is none. */
export async function matchToolsByFirst(
  db: Db,
  search: { term: string; filter: ToolFilter },
  kinds: readonly MatchKind[],
): Promise<ToolMatch | null> {
  for (const kind of kinds) {
    const match = await matchTools(db, { ...search, kind })
    if (match) return match
  }
  return null
}

function matchCondition(term: string, kind: MatchKind): RawBuilder<boolean> | null {
  if (kind !== 'likeness') return wordsOf(term).length === 0 ? null : sql`t.search @@ ${tsqueryOf(term, kind)}`
  const lower = term.toLowerCase().trim()
  if (lower.length < likenessMin) return null
  const pattern = containing(lower)
  return sql`(lower(t.name) like ${pattern} or ${lower} <% lower(t.name))`
}

function scoreOf({ term, kind }: ToolMatch): RawBuilder<number> {
  const likeness = sql`word_similarity(lower(${term}), lower(t.name))`
  const byWords = kind === 'likeness' ? sql`0` : sql`ts_rank_cd(t.search, ${tsqueryOf(term, kind)})`
  return sql`(case when lower(t.name) = lower(${term}) then 4 else 0 end + ${likeness} + ${byWords})::float8`
}

/** A page of the matching tools. */
export async function pageOfToolMatch(
  db: Db,
  match: ToolMatch,
  page: { order: ToolSearchOrder; limit: number; cursor?: string },
): Promise<Page<FoundTool>> {
  const list = `tools:${page.order}`
  const start = readCursor(list, page.cursor)
  const [key, type] =
    page.order === 'newest' ? [sql`t.created_at`, sql`timestamptz`] : [scoreOf(match), sql`double precision`]
  const after = start ? sql`and (${key}, t.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  const query =
    match.kind === 'likeness'
      ? sql`websearch_to_tsquery('promptarium_simple', ${withoutManyMinuses(match.term)})`
      : tsqueryOf(match.term, match.kind)
  const { rows } = await sql<ToolRow & { position: string; headline: string }>`
    select ${toolColumns}, ${key}::text as position,
      ts_headline('promptarium_english', ${withoutMarks(sql`t.description`)}, ${query},
        ${`${headlineMarks}, HighlightAll=true`}) as headline
    from ${toolSource} where t.id = any(${match.ids}) ${after}
    order by ${key} desc, t.id desc limit ${page.limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, page.limit, list, (row) => ({ key: row.position, id: row.id }))
  const isFloor = match.ids.length > countedTotalMax
  return {
    items: items.map((row) => ({ ...toTool(row), headline: piecesOf(row.headline) })),
    nextCursor,
    ...(isFloor ? { total: countedTotalMax, totalIsFloor: true } : { total: match.ids.length }),
  }
}

/** A page of tools for a term, best first: by every word, else any word, else similar names. */
export async function findTools(
  db: Db,
  { term, filter, ...page }: { term: string; filter: ToolFilter; limit: number; cursor?: string },
): Promise<Page<Tool>> {
  const match = await matchToolsByFirst(db, { term, filter }, ['every-word', 'any-word', 'likeness'])
  if (!match) return { items: [], nextCursor: null, total: 0 }
  const found = await pageOfToolMatch(db, match, { order: 'relevance', ...page })
  return { ...found, items: found.items.map(({ headline: _, ...tool }) => tool) }
}
