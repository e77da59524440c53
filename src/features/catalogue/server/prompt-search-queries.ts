import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#lib/http-contract.ts'
import { containing, type Db } from '#server/platform/db.ts'
import { cutPage, readCursor } from '#server/platform/paging.ts'
import type { PromptCard } from '../contract.ts'
import { aboveFloor, rankOf } from '../ranking-rules.ts'
import { asksForPicture } from '../search-word-rules.ts'
import { type Candidate, findCandidates, queryOf, readOccurrences } from './prompt-candidates.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from './prompt-cards.ts'
import { conditionsOf, countedTotalMax, orderKeys, type PromptFilter, type PromptOrder } from './prompt-queries.ts'
import { isPublished } from './prompt-visibility.ts'
import { type HeadlinePieces, headlineMarks, piecesOf, withMarkedBlanks, withoutMarks } from './search-headlines.ts'
import { type PlannedWord, planSearch, type SearchPlan } from './search-plan.ts'

export type PromptSearchOrder = 'relevance' | PromptOrder
export type PromptSearch = {
  term: string
  filter: PromptFilter
  order: PromptSearchOrder
  limit: number
  cursor?: string
}

export type FoundPrompt = PromptCard & { headline: HeadlinePieces; titleHeadline: HeadlinePieces }
export type PromptFacets = { categories: { slug: string; count: number }[]; tags: { tag: string; count: number }[] }

/** The most matches that are ranked and counted (contract "GET /api/search"). */
const candidates = countedTotalMax + 1
/** The most promising of them are ranked by their texts, the others stand behind them. */
const rankedMax = 200
/** Headlines come from the beginning of a long text. */
const headlineCharacters = 5000
/** Longer terms are sentences, to which no title is similar. */
const likenessWordsMax = 4

/** pg_trgm needs three characters to use its index. */
const likenessMin = 3

type Ranked = { id: string; score: number }

/** A search with its matches, best first: found once, then counted and shown. */
export type PromptMatch = { plan: SearchPlan; filter: PromptFilter; ranked: Ranked[] }

/**
 * The published prompts that answer a search, best first, up to one more than `countedTotalMax`: those above the floor, or
 * else those with similar titles. Null when there are none.
 */
export async function matchPrompts(db: Db, plan: SearchPlan, filter: PromptFilter): Promise<PromptMatch | null> {
  const where = sql<boolean>`${sql.join([isPublished, ...conditionsOf(filter)], sql` and `)}`
  const found = await findCandidates(db, plan, where, candidates)
  const ranked = found.length > 0 ? await rank(db, plan, found) : []
  if (ranked.length > 0) return { plan, filter, ranked }
  const alike = await similarTitles(db, plan, where)
  return alike.length > 0 ? { plan, filter, ranked: alike } : null
}

async function rank(db: Db, plan: SearchPlan, found: Candidate[]): Promise<Ranked[]> {
  const read = await readOccurrences(
    db,
    plan,
    found.slice(0, rankedMax).map(({ id }) => id),
  )
  const asked = { term: plan.term, asksForPicture: asksForPicture(plan.words) }
  const ranks = read.map((prompt) => ({ id: prompt.id, ...rankOf(plan.words, prompt, asked) }))
  const best = plan.narrows ? ranks.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)) : aboveFloor(ranks)
  // The others aren't worth their reading, but have every word.
  const rest = best.length > 0 ? found.slice(rankedMax).filter(({ isWhole }) => isWhole) : []
  const least = best.at(-1)?.score ?? 0
  return [...best, ...rest.map(({ id }, index) => ({ id, score: least - 1 - index }))]
}

async function similarTitles(db: Db, { term, words }: SearchPlan, where: RawBuilder<boolean>): Promise<Ranked[]> {
  const lower = term.toLowerCase().trim()
  if (lower.length < likenessMin || words.length > likenessWordsMax) return []
  const { rows } = await sql<Ranked>`
    select p.id, word_similarity(${lower}, lower(p.title))::float8 as score from prompts p
    where ${where} and (lower(p.title) like ${containing(lower)} or ${lower} <% lower(p.title))
    order by score desc, p.id desc limit ${candidates}`.execute(db)
  return rows
}

type PageRequest = Pick<PromptSearch, 'order' | 'limit' | 'cursor'>

/** A page of the matches of a search. */
export async function pageOfMatch(db: Db, match: PromptMatch, page: PageRequest): Promise<Page<FoundPrompt>> {
  const listName = `search:${page.order}`
  const start = readCursor(listName, page.cursor)
  const rows =
    page.order === 'relevance'
      ? await rankedRows(db, match, page, start)
      : await orderedRows(db, match, page.order, page, start)
  const { items, nextCursor } = cutPage(rows, page.limit, listName, (row) => ({ key: row.position, id: row.id }))
  const isFloor = match.ranked.length > countedTotalMax
  return {
    items: items.map((row) => ({
      ...toPromptCard(row),
      headline: piecesOf(row.headline),
      titleHeadline: piecesOf(row.titleHeadline),
    })),
    nextCursor,
    ...(isFloor ? { total: countedTotalMax, totalIsFloor: true } : { total: match.ranked.length }),
  }
}

type FoundRow = CardRow & { position: string; titleHeadline: string; headline: string }
type Start = ReturnType<typeof readCursor>

async function rankedRows(
  db: Db,
  { plan, ranked }: PromptMatch,
  { limit }: PageRequest,
  start: Start,
): Promise<FoundRow[]> {
  const isAfter = ({ score, id }: Ranked) =>
    !start || score < Number(start.key) || (score === Number(start.key) && id < start.id)
  const shown = ranked.filter(isAfter).slice(0, limit + 1)
  const { rows } = await sql<FoundRow>`
    select ${cardColumns}, page.score::text as position, ${headlines(plan)}
    from unnest(${shown.map(({ id }) => id)}::uuid[], ${shown.map(({ score }) => score)}::float8[])
      with ordinality as page(id, score, place)
    join ${cardSource} on p.id = page.id order by page.place`.execute(db)
  return rows
}

async function orderedRows(
  db: Db,
  { plan, filter, ranked }: PromptMatch,
  order: PromptOrder,
  { limit }: PageRequest,
  start: Start,
): Promise<FoundRow[]> {
  const { key, type } = orderKeys[order]
  const after = start ? sql`and (${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  // More matches than are ranked: the index of the order soon meets such common words.
  const every = plan.words.filter(({ isBallast }) => !isBallast).map((word) => `(${queryOf(word)})`)
  const source =
    ranked.length > countedTotalMax && !plan.narrows && every.length > 0
      ? sql`${sql.join([isPublished, ...conditionsOf(filter)], sql` and `)} and p.search_text @@ ${every.join(' & ')}::tsquery`
      : sql`p.id = any(${ranked.map(({ id }) => id)})`
  const { rows } = await sql<FoundRow>`
    with page as (
      select p.id, ${key} as key from prompts p where ${source} ${after} order by ${key} desc, p.id desc limit ${limit + 1}
    )
    select ${cardColumns}, page.key::text as position, ${headlines(plan)}
    from page join ${cardSource} on p.id = page.id order by page.key desc, page.id desc`.execute(db)
  return rows
}

/** A page of published prompts for a term. */
export async function findPrompts(db: Db, { term, filter, ...page }: PromptSearch): Promise<Page<PromptCard>> {
  const match = await matchPrompts(db, await planSearch(db, term), filter)
  if (!match) return { items: [], nextCursor: null, total: 0 }
  const found = await pageOfMatch(db, match, page)
  return { ...found, items: found.items.map(({ headline: _, titleHeadline: __, ...card }) => card) }
}

/** Counts matches by category (regardless of the chosen one) and by tag (within the chosen category). */
export async function countFacets(db: Db, match: PromptMatch, tagMax: number): Promise<PromptFacets> {
  const { categoryId, ...anyCategory } = match.filter
  const wide = categoryId ? await matchPrompts(db, match.plan, anyCategory) : match
  const [categories, tags] = await Promise.all([
    sql<{ slug: string; count: number }>`
      select c.slug, n.count from categories c join (
        select p.category_id, count(*) as count from prompts p where p.id = any(${idsOf(wide)}) group by 1
      ) n on n.category_id = c.id order by n.count desc, c.position`.execute(db),
    sql<{ tag: string; count: number }>`
      select tag, count(*) as count from prompts p, unnest(p.tags) as tag
      where p.id = any(${idsOf(match)}) group by tag order by count desc, tag limit ${tagMax}`.execute(db),
  ])
  return { categories: categories.rows, tags: tags.rows }
}

function idsOf(match: PromptMatch | null): string[] {
  return match?.ranked.map(({ id }) => id) ?? []
}

/** Forms of a word that are marked: the word, its correction and its nearest synonyms. Others would look like mistakes. */
const markedMin = 0.7

function markedQueryOf({ forms, ...word }: PlannedWord): string {
  return queryOf({ ...word, forms: forms.filter(({ weight }) => weight >= markedMin) })
}

/**
 * The title with its matches, and the excerpt with its matches; where the excerpt has none, a part of the content that
 * has some.
 */
function headlines({ words }: SearchPlan): RawBuilder<unknown> {
  const wanted = words.filter(({ isBallast }) => !isBallast)
  const query = sql`${(wanted.length > 0 ? wanted : words).map(markedQueryOf).filter(Boolean).join(' | ')}::tsquery`
  const configuration = sql`(case p.language when 'en' then 'promptarium_english' else 'promptarium_simple' end)::regconfig`
  const whole = `${headlineMarks}, HighlightAll=true`
  const beginning = sql`left(p.content, ${headlineCharacters})`
  return sql`
    ts_headline(${configuration}, ${withoutMarks(sql`p.title`)}, ${query}, ${whole}) as title_headline,
    case when to_tsvector(${configuration}, p.excerpt) @@ ${query}
        or not to_tsvector(${configuration}, ${beginning}) @@ ${query}
      then ts_headline(${configuration}, ${withMarkedBlanks(withoutMarks(sql`p.excerpt`))}, ${query}, ${whole})
      else '… ' || ts_headline(${configuration}, ${withMarkedBlanks(withoutMarks(beginning))}, ${query},
        ${`${headlineMarks}, MinWords=24, MaxWords=40`})
    end as headline`
}
