import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { floor } from '../ranking-rules.ts'
import { searchWordsMax, withPairs } from '../search-word-rules.ts'
import { withoutManyMinuses } from './prompt-matching.ts'
import { type PlannedWord, type SearchForm, type SearchPlan, wantedWords } from './search-plan.ts'
import { countedMax, headFrequenciesOf, inAnyOrder } from './word-frequencies.ts'

/**
 * A prompt that has some of the words. `coverage`: roughly its share of the search, by rarity. `isWhole`: it has every
 * word.
 */
export type Candidate = { id: string; coverage: number; isWhole: boolean }

/** How many prompts are read for a word, for a word in titles, tags and descriptions, and for two words together. */
const most = { word: 150, head: 100, pair: 100 }
/** The rarest words are paired with each other, and read on their own. */
const pairedWords = 3
const rarestWords = 2
/** If this many prompts have every word, prompts with only some of them count only if those are in the title. */
const enough = 500
/** Forms of a word that choose candidates; the others only rank them. */
const choosingMin = 0.4
/** The most prompts that may have these forms. */
const relatedMax = 2_000
/** A word in at most this many prompts has lists of its own, even if it alone doesn't reach the floor. */
const cheapMax = 2_000

/**
 * A list of candidates: prompts that match `query` in `column`, which says that they have `words` (by place), or a need
 * with this `share` of the search.
 */
type List = { column: RawBuilder<unknown>; query: string; words: number[]; most: number; share?: number }

const text = sql`p.search_text`
const head = sql`p.search_head`

/**
 * The most promising prompts, best first: those with every word, with two of the rarest, with the rarest, or with words in
 * title, tags and description. What is read doesn't grow with the catalogue. `where`: conditions over prompts as `p`.
 */
export async function findCandidates(
  db: Db,
  plan: SearchPlan,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<Candidate[]> {
  const { term, narrows } = plan
  const main = wantedWords(plan).filter((word) => queryOf(word) !== '')
  const inHeads = await headFrequenciesOf(
    db,
    main.map(({ forms }) => forms[0]?.english ?? ''),
  )
  const lists = narrows ? [] : listsOf({ main, needs: plan.needs }, limit, inHeads)
  const rows = await readLists(
    db,
    [
      { column: head, select: sql`md5(lower(p.title)) = md5(lower(${term}))`, list: -1, most: limit },
      ...(narrows ? [{ column: text, select: sql`p.search_text @@ ${narrowing(term)}`, list: -1, most: limit }] : []),
      ...lists.map(({ column, query, most }, list) => ({
        column,
        select: sql`${column} @@ ${query}::tsquery`,
        list,
        most,
      })),
    ],
    where,
  )
  const worths = main.map((word) => word.weight * rarityOf(word))
  const whole = worths.reduce((sum, worth) => sum + worth, 0) || 1
  return [...rows]
    .map(([id, found]) => {
      const has = new Set(found.flatMap((list) => lists[list]?.words ?? main.keys().toArray()))
      const inHead = new Set(found.flatMap((list) => (lists[list]?.column === head ? lists[list].words : [])))
      const byNeeds = found.reduce((sum, list) => sum + (lists[list]?.share ?? 0), 0)
      const worthOf = (places: Set<number>) => [...places].reduce((sum, place) => sum + (worths[place] ?? 0), 0)
      return { id, coverage: (worthOf(has) + worthOf(inHead)) / whole + byNeeds, isWhole: has.size === main.length }
    })
    .sort((a, b) => b.coverage - a.coverage || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

type Selected = Pick<List, 'column' | 'most'> & { select: RawBuilder<unknown>; list: number }

/**
 * Which prompts are in which lists. Lists of whole texts are read from their GIN index: for a frequent word the planner
 * would rather scan the table, since it doesn't know that each long vector has to be decompressed.
 */
async function readLists(db: Db, lists: Selected[], where: RawBuilder<boolean>): Promise<Map<string, number[]>> {
  const read = (some: Selected[], tx: Db) => {
    const selects = some.map(
      ({ select, list, most }) =>
        sql`(select p.id, ${list}::int as list from prompts p where ${where} and ${select} limit ${most})`,
    )
    return sql<{ id: string; list: number }>`
      select id, list from (${sql.join(selects, sql` union all `)}) found`.execute(tx)
  }
  const texts = lists.filter(({ column }) => column === text)
  const answers = await Promise.all([
    read(
      lists.filter(({ column }) => column === head),
      db,
    ),
    texts.length > 0 ? withoutScans(db, (tx) => read(texts, tx)) : { rows: [] },
  ])
  const found = new Map<string, number[]>()
  for (const { id, list } of answers.flatMap(({ rows }) => rows)) found.set(id, [...(found.get(id) ?? []), list])
  return found
}

function withoutScans<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(tx)
    return work(tx)
  })
}

/** What follows a minus sign: a word, or a phrase in quotes. */
const excluded = /(?:^|\s)-("[^"]*"?|[^\s"]+)/g

/**
 * The tsquery of a term with quotes or minus signs, of as many words as any term. Exclusions apply in both
 * configurations: an English text is indexed by stems, in which the unstemmed "contracts" wouldn't be found.
 */
export function narrowing(searched: string): RawBuilder<unknown> {
  const term = withoutManyMinuses(searched.trim().split(/\s+/, searchWordsMax).join(' '))
  const inBoth = (text: string) => {
    const pairs = withPairs(text)
    return sql`(websearch_to_tsquery('promptarium_english', ${pairs}) || websearch_to_tsquery('promptarium_simple', ${pairs}))`
  }
  const out = [...term.matchAll(excluded)].map(([, text = '']) => text)
  const rest = term.replaceAll(excluded, ' ')
  // Without a word that is wanted, nearly every prompt would be read.
  if (!/[\p{L}\p{N}]/u.test(rest)) return sql`''::tsquery`
  return out.length === 0 ? inBoth(rest) : sql`(${inBoth(rest)} && !!${inBoth(out.join(' or '))})`
}

type Wanted = { main: PlannedWord[]; needs: PlannedWord[] }

/** Needs choose candidates only where the words themselves don't find enough. */
function listsOf({ main, needs }: Wanted, limit: number, inHeads: { counts: number[]; total: number }): List[] {
  const places = main
    .keys()
    .toArray()
    .filter((place) => main[place]?.forms.some(({ prompts }) => prompts > 0))
  if (places.length === 0) return needs.map(listOfNeed)
  const queries = main.map(choosingQueryOf)
  const queryAt = (place: number) => queries[place] ?? ''
  const ownQueryAt = (place: number) => {
    const itself = main[place]?.forms[0]
    return itself && itself.prompts > 0 ? eitherOf(itself) : queryAt(place)
  }
  const every = { query: places.map((place) => `(${ownQueryAt(place)})`).join(' & '), words: places, most: limit }
  // Titles, tags and descriptions are faster to read, and prompts with the words there rank first anyway.
  const manyInHeads =
    expectedOf(
      places.map((place) => inHeads.counts[place] ?? 0),
      inHeads.total,
    ) > limit
  if (manyInHeads) return [{ column: head, ...every }]
  const rarest = places.toSorted((a, b) => worthAt(main, b) - worthAt(main, a))
  const telling = tellingOf(rarest.map((place) => worthAt(main, place)))
  const alone = rarest.filter((place, index) => index < telling || (main[place]?.forms[0]?.prompts ?? 0) <= cheapMax)
  const listInHeads = (place: number) => ({ column: head, query: queryAt(place), words: [place], most: most.head })
  const lists = [{ column: text, ...every }, ...alone.map(listInHeads)]
  const inTexts = places.map((place) => main[place]?.forms[0]?.prompts ?? 0)
  if (expectedOf(inTexts, inHeads.total) >= enough) return lists
  const byNeeds = withoutRepetitions(needs.map(listOfNeed), lists)
  if (places.length === 1) return [...lists, ...byNeeds]
  const paired = rarest.slice(0, pairedWords)
  const pairs = paired.flatMap((one, index) => paired.slice(index + 1).map((other): [number, number] => [one, other]))
  return [
    ...lists,
    ...byNeeds,
    ...(places.length > 2 ? pairs : []).map(([one, other]) => {
      return { column: text, query: `(${queryAt(one)}) & (${queryAt(other)})`, words: [one, other], most: most.pair }
    }),
    ...alone.slice(0, rarestWords).map((place) => {
      return { column: text, query: queryAt(place), words: [place], most: most.word }
    }),
  ]
}

function listOfNeed(need: PlannedWord): List {
  return { column: head, query: choosingQueryOf(need), words: [], most: most.head, share: need.weight }
}

/** The lists of needs that no word has already; otherwise the word's list covers the need too. */
function withoutRepetitions(ofNeeds: List[], lists: List[]): List[] {
  return ofNeeds.filter(({ column, query, share = 0 }) => {
    const same = lists.find((list) => list.column === column && list.query === query)
    if (same) same.share = (same.share ?? 0) + share
    return !same
  })
}

/**
 * How many of the words, rarest first, are needed to reach the floor: a prompt with none of them isn't a result,
 * whatever else it has (after MaxScore: Turtle and Flood, 1995).
 */
function tellingOf(worths: number[]): number {
  const whole = worths.reduce((sum, worth) => sum + worth, 0)
  let left = whole
  const enough = worths.findIndex((worth) => {
    left -= worth
    return left < floor.coverage * whole
  })
  return enough + 1
}

/** How many of `total` prompts have every word, if none of the words attracts another. `counts`: those that have each. */
function expectedOf(counts: number[], total: number): number {
  return counts.reduce((expected, count) => (expected * count) / Math.max(1, total), total)
}

function worthAt(words: PlannedWord[], place: number): number {
  const word = words[place]
  return word ? word.weight * rarityOf(word) : 0
}

/**
 * A word and its nearest forms, as long as they are rare together: merging long lists is slow. Any form will do for a
 * word that no prompt has.
 */
function choosingQueryOf({ forms: [itself, ...related] }: PlannedWord): string {
  let prompts = 0
  const chosen = related.filter((form) => {
    const isRare = form.prompts < countedMax || !form.english.includes('<')
    const isNear = form.weight >= choosingMin || itself?.prompts === 0
    if (!isNear || !isRare || prompts + form.prompts > relatedMax) return false
    prompts += form.prompts
    return true
  })
  return [itself as SearchForm, ...chosen].map(eitherOf).join(' | ')
}

function rarityOf({ forms }: PlannedWord): number {
  return forms[0]?.rarity ?? 0
}

/**
 * The tsquery of a form, for prompts in any language. The ranking checks the order of its words: the index doesn't
 * store it, so PostgreSQL would have to read each text.
 */
function eitherOf(form: SearchForm): string {
  const [english, simple] = [inAnyOrder(form.english), inAnyOrder(form.simple)]
  return english === simple || simple === '' ? english : `(${english} | ${simple})`
}

/** The tsquery of a word in any of its forms; empty if it has none. */
export function queryOf({ forms }: PlannedWord): string {
  return forms.map(eitherOf).filter(Boolean).join(' | ')
}
