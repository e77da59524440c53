import { type RawBuilder, sql } from 'kysely'
import type { FilterCounts, PromptCard } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { byFilter } from '#features/catalogue/server/filter-counts.ts'
import { firstOfEach, type GroupReader, isSharedIn } from '#features/catalogue/server/group-lists.ts'
import {
  type CardRow,
  cardColumns,
  cardSource,
  groupMark,
  toPromptCard,
} from '#features/catalogue/server/prompt-cards.ts'
import { conditionsOf, type PromptFilter } from '#features/catalogue/server/prompt-conditions.ts'
import { orderKeys, type PromptOrder } from '#features/catalogue/server/prompt-orders.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { leaveOutVersions } from '#features/catalogue/server/translation-queries.ts'
import { countedMax } from '#lib/counted-max.ts'
import type { Page } from '#lib/http-contract.ts'
import { totalUpTo } from '#platform/database/count-up-to.ts'
import { type Db, likePattern, uuidArray } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import { clearlyFits, resultThresholds, withoutTail } from '../ranking-rules.ts'
import { type Candidate, findCandidates } from './prompt-candidates.ts'
import { type Headlines, headlinesOf, isMarked } from './prompt-headlines.ts'
import { type Ranked, rankFound, type Similarities } from './rank-found.ts'
import { comparableTerm, planSearch, type SearchPlan } from './search-plan.ts'
import { queryOf } from './word-queries.ts'

export type PromptSearchOrder = 'relevance' | PromptOrder
export type PromptSearch = {
  term: string
  filter: PromptFilter
  order: PromptSearchOrder
  limit: number
  cursor?: string
  /** The reader's language: of several versions of a prompt, a page shows only the one in it. */
  prefer?: string
}

/**
 * A prompt with its matches. `isRelated` means that it has none of the words, or that nothing on its card shows why it
 * was found.
 */
export type FoundPrompt = PromptCard & Headlines & { isRelated: boolean }
export type PromptFacets = {
  categories: { slug: string; count: number }[]
  tags: { tag: string; count: number }[]
  filters: FilterCounts
}

/** The maximum number of matches: one more than the highest total, which shows whether there are more. */
const matchesMax = countedMax + 1
/**
 * How many of the most promising candidates are ranked by their texts. The other candidates follow unranked if they have
 * every word.
 */
const rankedMax = 200
/** The maximum number of prompts with similar titles that are read and sorted. */
const similarMax = 200
const noneSimilar: Similarities = new Map()

/**
 * A search with its matches, best first. `isGuess` means that no match is certain to fit, so the matches are only the
 * closest prompts. `isPartial` means that no match has all of the words, and that not even the best match clearly fits
 * despite the missing words. `rest` counts matches that were too many to be ranked: the `size` matches from the index
 * `start` of `ranked` on.
 */
export type PromptMatch = {
  plan: SearchPlan
  filter: PromptFilter
  /** The member whose groups' prompts are searched too, if they have groups. */
  reader: GroupReader | null
  ranked: Ranked[]
  isGuess: boolean
  isPartial?: boolean
  rest?: { start: number; size: number; counts: Promise<FacetCounts> }
}

type NameAndCount = [name: string, count: number]
/**
 * Counts of a set of prompts: by category, by tag and by value of a filter. All categories are listed in their order,
 * even those with none of these prompts.
 */
type FacetCounts = Record<'categories' | 'tags' | 'values', NameAndCount[]>
/** Which of these counts are needed: all, or only those by category. The others are then empty. */
type NeededCounts = 'all' | 'categories'

/**
 * Returns the published prompts that match a search, best first and up to one more than `countedMax`. If none
 * match, returns prompts with similar titles, or null if there are none. For a `reader`, searches those of their groups
 * too. `near` has prompts whose meaning is similar to
 * the term's. `onlyToCount` skips the ranking if more than `countedMax` prompts have every word. With
 * `countsRest`, the matches that follow the ranked ones are counted during the ranking (`rest`), as far as needed.
 */
export async function matchPrompts(
  db: Db,
  plan: SearchPlan,
  filter: PromptFilter,
  {
    near,
    reader = null,
    onlyToCount = false,
    countsRest,
  }: {
    near?: Promise<Similarities>
    reader?: GroupReader | null
    onlyToCount?: boolean
    countsRest?: NeededCounts
  } = {},
): Promise<PromptMatch | null> {
  const searched = searchedIn(filter, reader)
  const [foundCandidates, similarities = noneSimilar] = await Promise.all([
    findCandidates(db, plan, searched.published, matchesMax, searched.shared),
    near,
  ])
  const complete = onlyToCount ? foundCandidates.filter(({ hasEveryWord }) => hasEveryWord) : []
  if (complete.length >= matchesMax)
    return {
      plan,
      filter,
      reader,
      ranked: complete.slice(0, matchesMax).map(({ id }) => ({ id, score: 0 })),
      isGuess: false,
    }
  const { ranked, rest } =
    foundCandidates.length > 0 || similarities.size > 0
      ? await rank(db, plan, foundCandidates, { where: eitherOf(searched), near: similarities, countsRest })
      : { ranked: [] }
  if (ranked.length > 0) {
    const isGuess = !plan.hasOperators && ranked.every(isUncertain)
    const bestClearlyFits = !isGuess && clearlyFits(ranked[0] ?? {})
    const isPartial = !plan.hasOperators && !bestClearlyFits && !ranked.some(({ hasEveryWord }) => hasEveryWord)
    return { plan, filter, reader, ranked, isGuess, isPartial, rest }
  }
  const similar = await findSimilarTitles(db, plan, searched)
  return similar.length > 0 ? { plan, filter, reader, ranked: similar, isGuess: false } : null
}

/** The conditions of a search over prompts as `p`: for published ones, and for those that only groups may read. */
type Searched = { published: RawBuilder<boolean>; shared: RawBuilder<boolean> | null }

function searchedIn(filter: PromptFilter, reader: GroupReader | null): Searched {
  const conditions = conditionsOf(filter)
  const isOfOneGroup = reader?.isOne ? [sql<boolean>`p.group_ids && ${reader.groupIds}::uuid[]`] : []
  const allOf = (parts: RawBuilder<boolean>[]) => sql<boolean>`${sql.join(parts, sql` and `)}`
  return {
    published: allOf([isPublished, ...isOfOneGroup, ...conditions]),
    shared: reader && allOf([isSharedIn(reader), ...conditions]),
  }
}

function eitherOf({ published, shared }: Searched): RawBuilder<boolean> {
  return shared ? sql`(${published} or ${shared})` : published
}

/**
 * Tells whether a prompt matches too little of the search: of its words (`coverage`), and of its words and needs
 * together (`likelihood`).
 */
function isUncertain({ coverage = 1, likelihood = 1 }: Ranked): boolean {
  return coverage + Math.min(1, likelihood) < resultThresholds.certainty
}

async function rank(
  db: Db,
  plan: SearchPlan,
  foundCandidates: Candidate[],
  { where, near, countsRest }: { where: RawBuilder<boolean>; near: Similarities; countsRest?: NeededCounts },
): Promise<Pick<PromptMatch, 'ranked' | 'rest'>> {
  const ids = [...foundCandidates.slice(0, rankedMax).map(({ id }) => id), ...near.keys()]
  // The other matches follow if they have every word. Their texts aren't read.
  const isUnranked = ({ id, hasEveryWord }: Candidate) => hasEveryWord && !near.has(id)
  const unranked = foundCandidates.slice(rankedMax).filter(isUnranked)
  // Counting the many unranked matches begins here, because it can take longer than ranking the others. Those that
  // `matchesMax` may cut off aren't counted yet.
  const countedRest = unranked.slice(0, Math.max(0, matchesMax - ids.length))
  const counts = countsRest && countedRest.length > 0 ? countValues(db, countedRest, countsRest) : undefined
  // `countFacets` awaits the counts and throws their error. Until then, this keeps the rejection from being unhandled.
  counts?.catch(() => undefined)
  const found = await rankFound(
    db,
    plan,
    sql`select p.id, p.title, p.language, octet_length(p.content) as bytes, c.slug = ${imageCategory} as is_picture,
      p.search_text as words from prompts p join categories c on c.id = p.category_id where ${where} and p.id = any(${uuidArray(ids)})`,
    { includesGuesses: true, near },
  )
  const best = plan.hasOperators ? found : withoutTail(found)
  if (best.length === 0) return { ranked: [] }
  const lowestScore = best.at(-1)?.score ?? 0
  const matches = [...best, ...unranked.map(({ id }, index) => ({ id, score: lowestScore - 1 - index }))]
  return {
    ranked: matches.slice(0, matchesMax),
    rest: counts && { start: best.length, size: countedRest.length, counts },
  }
}

async function findSimilarTitles(db: Db, plan: SearchPlan, { published, shared }: Searched): Promise<Ranked[]> {
  const lower = comparableTerm(plan)
  if (lower === null) return []
  const alike = [published, ...(shared ? [shared] : [])].map(
    (where) => sql`(select p.id, lower(p.title) as title from prompts p
      where ${where} and (lower(p.title) like ${likePattern(lower)} or ${lower} <% lower(p.title)) limit ${similarMax})`,
  )
  const { rows } = await sql<Pick<Ranked, 'id' | 'score'>>`
    select id, word_similarity(${lower}, title)::float8 as score from (${sql.join(alike, sql` union all `)}) alike
    order by score desc, id desc`.execute(db)
  return rows
}

/** The columns of a card, for a reader with the name of their group. */
function columnsFor(reader: GroupReader | null): RawBuilder<unknown> {
  return reader ? sql`${cardColumns}, ${groupMark(reader.userId)}` : cardColumns
}

type PageRequest = Pick<PromptSearch, 'order' | 'limit' | 'cursor' | 'prefer'>

/** Returns a page of the matches of a search. */
export async function readPromptPage(db: Db, match: PromptMatch, page: PageRequest): Promise<Page<FoundPrompt>> {
  const cards = await cardsOfMatch(db, match, page)
  const headlines = await headlinesOf(
    db,
    match.plan,
    cards.items.map(({ id }) => id),
    eitherOf(searchedIn({}, match.reader)),
  )
  const related = new Set(match.ranked.filter(({ isRelated }) => isRelated).map(({ id }) => id))
  return {
    ...cards,
    // A prompt that was deleted in the meantime has no headlines.
    items: cards.items.flatMap((card) => {
      const found = headlines.get(card.id)
      if (!found) return []
      // A result without any mark counts as related, because nothing on its card shows why it was found.
      const isRelated = !match.plan.hasOperators && (related.has(card.id) || !isMarked(found))
      return [{ ...card, ...found, isRelated }]
    }),
  }
}

async function cardsOfMatch(db: Db, match: PromptMatch, page: PageRequest): Promise<Page<PromptCard>> {
  const listName = `search:${page.order}`
  const start = readCursor(
    listName,
    page.cursor,
    page.order === 'relevance' ? cursorKeys.double : orderKeys[page.order].isKey,
  )
  const rows =
    page.order === 'relevance'
      ? await readRankedRows(db, match, page, start)
      : await readOrderedRows(db, match, page.order, page, start)
  const { items, nextCursor } = cutPage(rows, page.limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: leaveOutVersions(items, page.prefer).map(toPromptCard),
    nextCursor,
    ...totalUpTo(match.ranked.length),
  }
}

type FoundRow = CardRow & { position: string }
type Start = ReturnType<typeof readCursor>

async function readRankedRows(
  db: Db,
  { ranked, reader }: PromptMatch,
  { limit }: PageRequest,
  start: Start,
): Promise<FoundRow[]> {
  const isAfter = ({ score, id }: Ranked) =>
    !start || score < Number(start.key) || (score === Number(start.key) && id < start.id)
  const pageRanks = ranked.filter(isAfter).slice(0, limit + 1)
  const { rows } = await sql<FoundRow>`${preparedOnce}
    select ${columnsFor(reader)}, page.score::text as position
    from unnest(${pageRanks.map(({ id }) => id)}::uuid[], ${pageRanks.map(({ score }) => score)}::float8[])
      with ordinality as page(id, score, place)
    join ${cardSource} on p.id = page.id order by page.place`.execute(db)
  return rows
}

async function readOrderedRows(
  db: Db,
  { plan, filter, reader, ranked }: PromptMatch,
  order: PromptOrder,
  { limit }: PageRequest,
  start: Start,
): Promise<FoundRow[]> {
  const { key, type } = orderKeys[order]
  const after = start ? sql`and (${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  // If there are more matches than `countedMax`, the words are so common that the index for this order quickly
  // finds enough prompts that have them.
  const everyWord = plan.words.filter(({ isFiller }) => !isFiller).map((word) => `(${queryOf(word)})`)
  const { published, shared } = searchedIn(filter, reader)
  const sources =
    ranked.length > countedMax && !plan.hasOperators && everyWord.length > 0
      ? [published, ...(shared ? [shared] : [])].map(
          (where) => sql<boolean>`${where} and p.search_text @@ ${everyWord.join(' & ')}::tsquery`,
        )
      : [sql<boolean>`p.id = any(${uuidArray(ranked.map(({ id }) => id))})`]
  const places = sources.map((source, place) => {
    // As a subquery, the condition is checked for one row after the other.
    const isFound = sql<boolean>`(select ${source} from (select p.prompt_id) t join prompts p on p.id = t.prompt_id)`
    return place > 0 && reader
      ? sql`(${firstOfEach(reader, { order, start, limit: limit + 1 }, [isFound])})`
      : sql`(
          select p.id, ${key} as key from prompts p where ${source} ${after} order by ${key} desc, p.id desc limit ${limit + 1}
        )`
  })
  const { rows } = await sql<FoundRow>`
    with page as (
      select id, key from (${sql.join(places, sql` union all `)}) places order by key desc, id desc limit ${limit + 1}
    )
    select ${columnsFor(reader)}, page.key::text as position
    from page join ${cardSource} on p.id = page.id order by page.key desc, page.id desc`.execute(db)
  return rows
}

/** Finds a page of published prompts for a term, for a `reader` with those of their groups. */
export async function findPrompts(
  db: Db,
  { term, filter, ...page }: PromptSearch,
  reader: GroupReader | null = null,
): Promise<Page<PromptCard>> {
  const match = await matchPrompts(db, await planSearch(db, term, undefined, reader), filter, { reader })
  if (!match) return { items: [], nextCursor: null, total: 0 }
  return cardsOfMatch(db, match, page)
}

/**
 * Counts the matches by tag and filter, and the matches in any category (`wide`) by category. Without `wide`, counts
 * the matches themselves by category. A tag of only one match wouldn't help narrow the list, so it is left out unless
 * it is the chosen tag.
 */
export async function countFacets(
  db: Db,
  match: PromptMatch,
  { wide, tagMax }: { wide: PromptMatch | null; tagMax: number },
): Promise<PromptFacets> {
  const [counts, wideCounts] = await Promise.all([
    countMatches(db, match, 'all'),
    wide && wide !== match ? countMatches(db, wide, 'categories') : null,
  ])
  const byCount = ([, count]: NameAndCount, [, otherCount]: NameAndCount) => otherCount - count
  const byCountAndName = (one: NameAndCount, other: NameAndCount) => byCount(one, other) || (one[0] < other[0] ? -1 : 1)
  const { categories } = wideCounts ?? counts
  const tags = counts.tags.filter(([tag, count]) => count > 1 || tag === match.filter.tag)
  const values = counts.values.toSorted(byCountAndName)
  return {
    categories: categories
      .filter(([, count]) => count > 0)
      .sort(byCount)
      .map(([slug, count]) => ({ slug, count })),
    tags: tags
      .sort(byCountAndName)
      .slice(0, tagMax)
      .map(([tag, count]) => ({ tag, count })),
    filters: byFilter(values.map(([value, prompts]) => ({ value, prompts }))),
  }
}

/** Counts all matches. Those of `rest` have been counted while others were ranked. */
async function countMatches(db: Db, { ranked, rest }: PromptMatch, needed: NeededCounts): Promise<FacetCounts> {
  const [counts, restCounts] = await Promise.all([
    countValues(db, rest ? ranked.toSpliced(rest.start, rest.size) : ranked, needed),
    rest?.counts,
  ])
  if (!restCounts) return counts
  const sumOf = (name: keyof FacetCounts) => {
    const sums = new Map(counts[name])
    for (const [value, count] of restCounts[name]) sums.set(value, count + (sums.get(value) ?? 0))
    return [...sums]
  }
  return { categories: sumOf('categories'), tags: sumOf('tags'), values: sumOf('values') }
}

async function countValues(db: Db, prompts: { id: string }[], needed: NeededCounts): Promise<FacetCounts> {
  const tagsAndValues =
    needed === 'categories'
      ? sql`'[]'::json as tags, '[]'::json as values`
      : sql`
      (select coalesce(json_agg(json_build_array(tag, count)), '[]')
        from (select tag, count(*) from matched, unnest(tags) as tag group by 1) n) as tags,
      (select coalesce(json_agg(json_build_array(value, count)), '[]')
        from (select value, sum(count) as count from combined, unnest(filters) as value group by 1) n) as values`
  const { rows } = await sql<FacetCounts>`${preparedOnce}
    with matched as materialized (
      select p.category_id, p.tags, p.filters from prompts p where p.id = any(${uuidArray(prompts.map(({ id }) => id))})
    ), combined as materialized (
      select category_id, filters, count(*) as count from matched group by category_id, filters
    )
    select
      (select json_agg(json_build_array(c.slug, coalesce(n.count, 0)) order by c.position) from categories c
        left join (select category_id, sum(count) as count from combined group by 1) n on n.category_id = c.id) as categories,
      ${tagsAndValues}`.execute(db)
  return rows[0] as FacetCounts
}
