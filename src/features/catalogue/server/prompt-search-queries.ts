import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import type { Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { PromptCard } from '../contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from './prompt-cards.ts'
import { type MatchKind, matchedIds, scoreOf, tsqueryOf, withoutManyMinuses } from './prompt-matching.ts'
import { conditionsOf, countedTotalMax, orderKeys, type PromptFilter, type PromptOrder } from './prompt-queries.ts'
import { isPublished } from './prompt-visibility.ts'
import { type HeadlinePieces, headlineMarks, piecesOf, withoutMarks } from './search-headlines.ts'

export type PromptSearchOrder = 'relevance' | PromptOrder
export type PromptSearch = {
  term: string
  kind: MatchKind
  filter: PromptFilter
  order: PromptSearchOrder
  limit: number
  cursor?: string
}

export type FoundPrompt = PromptCard & { headline: HeadlinePieces; titleHeadline: HeadlinePieces }
export type PromptFacets = { categories: { slug: string; count: number }[]; tags: { tag: string; count: number }[] }

/** The most matches that are ranked and counted (contract "GET /api/search"). */
const candidates = countedTotalMax + 1
/** Headlines come from the beginning of a long text. */
const headlineCharacters = 5000

/** A search with the ids of its matches, and of the best among them: found once, then ranked, counted and shown. */
export type PromptMatch = Pick<PromptSearch, 'term' | 'kind' | 'filter'> & { ids: string[]; bestIds: string[] }

/** The published prompts that match, up to one more than `countedTotalMax`; null when there are none. */
export async function matchPrompts(
  db: Db,
  search: Pick<PromptSearch, 'term' | 'kind' | 'filter'>,
): Promise<PromptMatch | null> {
  const where = sql<boolean>`${sql.join([isPublished, ...conditionsOf(search.filter)], sql` and `)}`
  const { rows } = await sql<{ id: string; inHead: boolean }>`
    with ${matchedIds(search.term, search.kind, where, candidates)} select id, in_head from matched`.execute(db)
  if (rows.length === 0) return null
  const bestIds = rows.filter((row) => row.inHead).map((row) => row.id)
  return { ...search, ids: rows.map((row) => row.id), bestIds }
}

/** Matches by the first of `kinds` that finds anything; null when none does. */
export async function matchByFirst(
  db: Db,
  search: Pick<PromptSearch, 'term' | 'filter'>,
  kinds: readonly MatchKind[],
): Promise<PromptMatch | null> {
  for (const kind of kinds) {
    const match = await matchPrompts(db, { ...search, kind })
    if (match) return match
  }
  return null
}

type PageRequest = Pick<PromptSearch, 'order' | 'limit' | 'cursor'>

/** A page of the matches of a search. */
export async function pageOfMatch(db: Db, match: PromptMatch, page: PageRequest): Promise<Page<FoundPrompt>> {
  const listName = `search:${page.order}`
  const start = readCursor(listName, page.cursor)
  const { key, type } =
    page.order === 'relevance' ? { key: scoreOf(match.term, match.kind), type: sql`float8` } : orderKeys[page.order]
  const after = start ? sql`and (${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  const rowsFrom = async (source: RawBuilder<boolean>) => {
    const { rows } = await sql<CardRow & { position: string; titleHeadline: string; headline: string }>`
      with page as (
        select p.id, ${key} as key from prompts p where ${source} ${after}
        order by ${key} desc, p.id desc limit ${page.limit + 1}
      )
      select ${cardColumns}, page.key::text as position, ${headlines(match)}
      from page join ${cardSource} on p.id = page.id
      order by page.key desc, page.id desc`.execute(db)
    return rows
  }
  // Ranking a content match reads its long search column, so it is done only when better matches don't fill the page.
  const isFirst = page.order === 'relevance' && match.bestIds.length > page.limit && Number(start?.key ?? 1) >= 1
  const best = isFirst ? await rowsFrom(sql`p.id = any(${match.bestIds})`) : []
  const rows = best.length > page.limit ? best : await rowsFrom(sourceOf(match, page))
  const { items, nextCursor } = cutPage(rows, page.limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map((row) => ({
      ...toPromptCard(row),
      headline: piecesOf(row.headline),
      titleHeadline: piecesOf(row.titleHeadline),
    })),
    nextCursor,
    ...(isFloor(match) ? { total: countedTotalMax, totalIsFloor: true } : { total: match.ids.length }),
  }
}

/**
 * The prompts that a page is taken from: the matched ids. When there are more matches than that, an order other than
 * relevance reads its own index instead, which soon meets such a common term.
 */
function sourceOf(match: PromptMatch, { order }: PageRequest): RawBuilder<boolean> {
  if (!isFloor(match) || order === 'relevance' || match.kind !== 'every-word') return sql`p.id = any(${match.ids})`
  const query = tsqueryOf(match.term, match.kind)
  return sql`${sql.join([isPublished, ...conditionsOf(match.filter)], sql` and `)} and p.search_text @@ ${query}`
}

function isFloor(match: PromptMatch): boolean {
  return match.ids.length > countedTotalMax
}

/** A page of published prompts for a term: matching every word, else any word, else with similar titles. */
export async function findPrompts(
  db: Db,
  { term, filter, ...page }: Omit<PromptSearch, 'kind'>,
): Promise<Page<PromptCard>> {
  const match = await matchByFirst(db, { term, filter }, ['every-word', 'any-word', 'likeness'])
  if (!match) return { items: [], nextCursor: null, total: 0 }
  const found = await pageOfMatch(db, match, page)
  return { ...found, items: found.items.map(({ headline: _, titleHeadline: __, ...card }) => card) }
}

/** Counts matches by category (regardless of the chosen one) and by tag (within the chosen category). */
export async function countFacets(db: Db, match: PromptMatch, tagMax: number): Promise<PromptFacets> {
  const { categoryId, ...anyCategory } = match.filter
  const wide = categoryId ? await matchPrompts(db, { ...match, filter: anyCategory }) : match
  const [categories, tags] = await Promise.all([
    sql<{ slug: string; count: number }>`
      select c.slug, n.count from categories c join (
        select p.category_id, count(*) as count from prompts p where p.id = any(${wide?.ids ?? []}) group by 1
      ) n on n.category_id = c.id order by n.count desc, c.position`.execute(db),
    sql<{ tag: string; count: number }>`
      select tag, count(*) as count from prompts p, unnest(p.tags) as tag
      where p.id = any(${match.ids}) group by tag order by count desc, tag limit ${tagMax}`.execute(db),
  ])
  return { categories: categories.rows, tags: tags.rows }
}

function headlines({ term, kind }: PromptMatch): RawBuilder<unknown> {
  const query =
    kind === 'likeness'
      ? sql`websearch_to_tsquery('promptarium_simple', ${withoutManyMinuses(term)})`
      : tsqueryOf(term, kind)
  const configuration = sql`(case p.language when 'en' then 'promptarium_english' else 'promptarium_simple' end)::regconfig`
  // Headlines show a variable as its name.
  const withNames = (text: RawBuilder<unknown>) =>
    sql`regexp_replace(${text}, '\\{\\{([^{}:]*)(:[^{}]*)?\\}\\}', '\\1', 'g')`
  return sql`
    ts_headline(${configuration}, ${withoutMarks(sql`p.title`)}, ${query}, ${`${headlineMarks}, HighlightAll=true`}) as title_headline,
    ts_headline(${configuration}, ${withoutMarks(withNames(sql`left(p.content, ${headlineCharacters})`))}, ${query},
      ${`${headlineMarks}, MinWords=24, MaxWords=40`}) as headline`
}
