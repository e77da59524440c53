import { type RawBuilder, sql } from 'kysely'
import { operatorQuery } from '#features/prompt-search/server/prompt-candidates.ts'
import { type Ranked, rankFound } from '#features/prompt-search/server/rank-found.ts'
import {
  type HeadlinePieces,
  headlineMarks,
  markedQuery,
  piecesOf,
  textToMark,
} from '#features/prompt-search/server/search-headlines.ts'
import {
  comparableTerm,
  planSearch,
  type SearchPlan,
  wordsWithoutFillers,
} from '#features/prompt-search/server/search-plan.ts'
import { queryOf } from '#features/prompt-search/server/word-queries.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { totalUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Tool } from '../contract.ts'
import { type ToolFilter, type ToolRow, toolColumns, toolCondition, toolSource, toTool } from './tool-queries.ts'

export type ToolSearchOrder = 'relevance' | 'newest'
export type FoundTool = Tool & { headline: HeadlinePieces }

/** A search with its matches, best first. There are at most `countedMax` + 1 matches. */
export type ToolMatch = { plan: SearchPlan; ranked: Ranked[] }

/**
 * Finds the tools that match a search, ranked like prompts, or else those with similar names. Returns null if there are
 * none. `includesGuesses` tells whether to include a few tools that match only a part of the search.
 */
export async function matchTools(
  db: Db,
  plan: SearchPlan,
  filter: ToolFilter,
  { includesGuesses }: { includesGuesses: boolean },
): Promise<ToolMatch | null> {
  const matches = matchCondition(plan)
  const ranked = matches
    ? await rankFound(
        db,
        plan,
        sql`select t.id, t.name as title, 'en' as language, octet_length(t.description) as bytes, false as is_picture,
          t.search as words from tools t where ${toolCondition(filter)} and ${matches} limit ${countedMax + 1}`,
        { includesGuesses },
      )
    : []
  const fitting = plan.hasOperators || includesGuesses ? ranked : ranked.filter((tool) => hasEnoughWords(tool, plan))
  const results = fitting.length > 0 ? fitting : await findSimilarNames(db, plan, filter)
  return results.length > 0 ? { plan, ranked: results } : null
}

/** How many words of the search a tool must have if the search has that many and none of them is in the tool's name. */
const wordsMin = 2

/**
 * Tells whether a tool has enough words of the search. A description may contain one of them, or related words, by
 * chance.
 */
function hasEnoughWords({ wordsFound = 0, hasTitleWord, isRelated }: Ranked, plan: SearchPlan): boolean {
  if (hasTitleWord) return true
  return !isRelated && wordsFound >= Math.min(wordsMin, wordsWithoutFillers(plan).length)
}

/**
 * Returns the condition for tools that match the operators of the search or, if it has none, any of its words. Returns
 * null if no word can be searched.
 */
function matchCondition(plan: SearchPlan): RawBuilder<boolean> | null {
  if (plan.hasOperators) return sql`t.search @@ ${operatorQuery(plan.term)}`
  const queries = wordsWithoutFillers(plan).map(queryOf).filter(Boolean)
  return queries.length === 0 ? null : sql`t.search @@ ${queries.join(' | ')}::tsquery`
}

/** Finds tools whose name contains the search term or resembles it. */
async function findSimilarNames(db: Db, plan: SearchPlan, filter: ToolFilter): Promise<Ranked[]> {
  const lowerTerm = comparableTerm(plan)
  if (lowerTerm === null) return []
  const { rows } = await sql<Pick<Ranked, 'id' | 'score'>>`
    select t.id, word_similarity(${lowerTerm}, lower(t.name))::float8 as score from tools t
    where ${toolCondition(filter)} and (lower(t.name) like ${likePattern(lowerTerm)} or ${lowerTerm} <% lower(t.name))
    order by score desc, t.id desc limit ${countedMax + 1}`.execute(db)
  return rows
}

/** Returns a page of the matching tools. */
export async function readToolPage(
  db: Db,
  { plan, ranked }: ToolMatch,
  page: { order: ToolSearchOrder; limit: number; cursor?: string },
): Promise<Page<FoundTool>> {
  const listName = `tools:${page.order}`
  const start = readCursor(listName, page.cursor, page.order === 'newest' ? cursorKeys.time : cursorKeys.double)
  const [key, type] =
    page.order === 'newest' ? [sql`t.created_at`, sql`timestamptz`] : [sql`ranked.score`, sql`double precision`]
  const afterCursor = start ? sql`where (${key}, t.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  const { rows } = await sql<ToolRow & { position: string; headline: string }>`
    select ${toolColumns}, ${key}::text as position,
      ts_headline('promptarium_english', ${textToMark(sql`t.description`)}, ${markedQuery(plan)},
        ${`${headlineMarks}, HighlightAll=true`}) as headline
    from unnest(${ranked.map(({ id }) => id)}::uuid[], ${ranked.map(({ score }) => score)}::float8[]) as ranked(id, score)
    join ${toolSource} on t.id = ranked.id ${afterCursor}
    order by ${key} desc, t.id desc limit ${page.limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, page.limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map((row) => ({ ...toTool(row), headline: piecesOf(row.headline) })),
    nextCursor,
    ...totalUpTo(ranked.length),
  }
}

/** Returns a page of tools for a term, best first. */
export async function findTools(
  db: Db,
  { term, filter, ...page }: { term: string; filter: ToolFilter; limit: number; cursor?: string },
): Promise<Page<Tool>> {
  const match = await matchTools(db, await planSearch(db, term), filter, { includesGuesses: true })
  if (!match) return { items: [], nextCursor: null, total: 0 }
  const result = await readToolPage(db, match, { order: 'relevance', ...page })
  return { ...result, items: result.items.map(({ headline: _, ...tool }) => tool) }
}
