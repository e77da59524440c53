import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { RankedPrompt } from '../ranking-rules.ts'
import { withoutManyMinuses } from './prompt-matching.ts'
import type { PlannedWord, SearchForm, SearchPlan } from './search-plan.ts'
import { countedMax, inAnyOrder } from './word-frequencies.ts'

/** A prompt that has some of the words; the share of the search that it has, by rarity, roughly; whether it has every word. */
export type Candidate = { id: string; coverage: number; isWhole: boolean }

/** How many prompts are read for a word, for a word in titles, tags and descriptions, and for two words together. */
const most = { word: 150, head: 100, pair: 100 }
/** The rarest words are paired with each other, and read on their own. */
const pairedWords = 3
const rarestWords = 2
/** Forms of a word that choose candidates; the others only rank them. */
const choosingMin = 0.4
/** How many prompts may have them. */
const relatedMax = 2_000

/** A list of candidates: prompts that match `query` in `column`, which says that they have `words` (by place). */
type List = { column: RawBuilder<unknown>; query: string; words: number[]; most: number }

const text = sql`p.search_text`
const head = sql`p.search_head`

/**
 * The most promising prompts, best first: those with every word, with two of the rarest, with the rarest, or with words in
 * title, tags and description. What is read doesn't grow with the catalogue. `where`: conditions over prompts as `p`.
 */
export async function findCandidates(
  db: Db,
  { term, words, narrows }: SearchPlan,
  where: RawBuilder<boolean>,
  limit: number,
): Promise<Candidate[]> {
  const wanted = words.filter(({ isBallast }) => !isBallast)
  const main = (wanted.length > 0 ? wanted : words).filter((word) => queryOf(word) !== '')
  const lists = narrows ? [] : listsOf(main, limit)
  const source = sql`from prompts p where ${where}`
  const selects = [
    sql`(select p.id, -1 as list ${source} and md5(lower(p.title)) = md5(lower(${term})) limit ${limit})`,
    ...(narrows
      ? [sql`(select p.id, -1 as list ${source} and p.search_text @@ ${narrowing(term)} limit ${limit})`]
      : []),
    ...lists.map(
      ({ column, query, most }, list) =>
        sql`(select p.id, ${list}::int as list ${source} and ${column} @@ ${query}::tsquery limit ${most})`,
    ),
  ]
  const { rows } = await sql<{ id: string; found: number[] }>`
    select id, array_agg(list) as found from (${sql.join(selects, sql` union all `)}) listed group by id`.execute(db)
  const worths = main.map((word) => word.weight * rarityOf(word))
  const whole = worths.reduce((sum, worth) => sum + worth, 0) || 1
  return rows
    .map(({ id, found }) => {
      const has = new Set(found.flatMap((list) => lists[list]?.words ?? main.keys().toArray()))
      const inHead = new Set(found.flatMap((list) => (lists[list]?.column === head ? lists[list].words : [])))
      const worthOf = (places: Set<number>) => [...places].reduce((sum, place) => sum + (worths[place] ?? 0), 0)
      return { id, coverage: (worthOf(has) + worthOf(inHead)) / whole, isWhole: has.size === main.length }
    })
    .sort((a, b) => b.coverage - a.coverage || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

function narrowing(searched: string): RawBuilder<unknown> {
  const term = withoutManyMinuses(searched)
  return sql`(websearch_to_tsquery('promptarium_english', ${term}) || websearch_to_tsquery('promptarium_simple', ${term}))`
}

function listsOf(main: PlannedWord[], limit: number): List[] {
  const places = main.keys().toArray()
  const queries = main.map(choosingQueryOf)
  const queryAt = (place: number) => queries[place] ?? ''
  const rarest = places.toSorted((a, b) => worthAt(main, b) - worthAt(main, a))
  const every = main.map((word) => `(${eitherOf(word.forms[0] as SearchForm)})`).join(' & ')
  const paired = rarest.slice(0, pairedWords)
  const pairs = paired.flatMap((one, index) => paired.slice(index + 1).map((other): [number, number] => [one, other]))
  return [
    ...(main.length > 0 ? [{ column: text, query: every, words: places, most: limit }] : []),
    ...places.map((place) => ({ column: head, query: queryAt(place), words: [place], most: most.head })),
    ...(main.length > 2 ? pairs : []).map(([one, other]) => {
      return { column: text, query: `(${queryAt(one)}) & (${queryAt(other)})`, words: [one, other], most: most.pair }
    }),
    ...rarest.slice(0, rarestWords).map((place) => {
      return { column: text, query: queryAt(place), words: [place], most: most.word }
    }),
  ]
}

function worthAt(words: PlannedWord[], place: number): number {
  const word = words[place]
  return word ? word.weight * rarityOf(word) : 0
}

/** A word and its nearest forms, while all of them together stay rare: merging long lists would take the time. */
function choosingQueryOf({ forms: [itself, ...related] }: PlannedWord): string {
  let prompts = 0
  const chosen = related.filter((form) => {
    const isRare = form.prompts < countedMax || !form.english.includes('<')
    if (form.weight < choosingMin || !isRare || prompts + form.prompts > relatedMax) return false
    prompts += form.prompts
    return true
  })
  return [itself as SearchForm, ...chosen].map(eitherOf).join(' | ')
}

function rarityOf({ forms }: PlannedWord): number {
  return forms[0]?.rarity ?? 0
}

/**
 * The tsquery of a form, for prompts in any language. The order of its words is left to the ranking: the index doesn't
 * know it, and would look it up in each text.
 */
function eitherOf(form: SearchForm): string {
  const [english, simple] = [inAnyOrder(form.english), inAnyOrder(form.simple)]
  return english === simple || simple === '' ? english : `(${english} | ${simple})`
}

/** The tsquery of a word in any of its forms; empty if it has none. */
export function queryOf({ forms }: PlannedWord): string {
  return forms.map(eitherOf).filter(Boolean).join(' | ')
}

/** Where and how often candidates have the words, for `rankOf`. */
export async function readOccurrences(
  db: Db,
  { words }: SearchPlan,
  ids: string[],
): Promise<(RankedPrompt & { id: string })[]> {
  const forms = words.flatMap((word, index) =>
    word.forms.map((form, place) => ({ index, place, ...form })).filter(({ english, simple }) => english || simple),
  )
  const pairs = words.slice(1).flatMap((next, index) => {
    const [one, two] = [words[index]?.forms[0], next.forms[0]]
    if (!one?.simple || !two?.simple || words[index]?.isBallast || next.isBallast) return []
    return [{ index, english: `(${one.english}) <-> (${two.english})`, simple: `(${one.simple}) <-> (${two.simple})` }]
  })
  const { rows } = await sql<{
    id: string
    title: string
    bytes: number
    isPicture: boolean
    /** Null for a prompt that has none of the words. */
    places: number[] | null
    heads: number[] | null
    bodies: number[] | null
    sideBySide: number[]
  }>`
    select p.id, p.title, p.bytes, p.is_picture, o.places, o.heads, o.bodies,
      array(select q.place from unnest(${pairs.map(({ english }) => english)}::tsquery[],
        ${pairs.map(({ simple }) => simple)}::tsquery[]) with ordinality as q(english, simple, place)
        where p.words @@ case when p.language = 'en' then q.english else q.simple end) as side_by_side
    from (
      -- Concatenated, so that a long vector is decompressed once and not for each word.
      select p.id, p.title, p.language, octet_length(p.content) as bytes,
        c.slug = 'image-generation' as is_picture, p.search_text || ''::tsvector as words
      from prompts p join categories c on c.id = p.category_id where p.id = any(${ids}) offset 0
    ) p cross join lateral (
      select array_agg(f.place) as places, array_agg(f.head) as heads, array_agg(f.body) as bodies from (
        select q.place, ts_rank('{0, 0.4, 0.7, 1}', p.words, q.query) as head, ts_rank('{1, 0, 0, 0}', p.words, q.query) as body
        from (
          select place, case when p.language = 'en' then english else simple end as query
          from unnest(${forms.map(({ english }) => english)}::tsquery[], ${forms.map(({ simple }) => simple)}::tsquery[])
            with ordinality as form(english, simple, place)
        ) q where p.words @@ q.query
      ) f
    ) o`.execute(db)
  return rows.map(({ places, heads, bodies, sideBySide, ...row }) => {
    const occurrences: RankedPrompt['occurrences'] = words.map(() => [])
    for (const [at, place] of (places ?? []).entries()) {
      const form = forms[place - 1]
      const found = form && occurrences[form.index]
      if (form && found) found[form.place] = { head: heads?.[at] ?? 0, body: bodies?.[at] ?? 0 }
    }
    const isPair = words.map(() => false)
    for (const place of sideBySide) isPair[pairs[place - 1]?.index ?? 0] = true
    return { ...row, occurrences, pairs: isPair }
  })
}
