import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import { type Rank, type RankedPrompt, rankOf, selectResults } from '../ranking-rules.ts'
import { asksForPhoto, asksForPicture } from '../search-word-rules.ts'
import type { SearchPlan } from './search-plan.ts'

/** How similar prompts (by id) are to a search in meaning, as cosines. */
export type Similarities = ReadonlyMap<string, number>

/** A found prompt or tool with its score. The other fields of its rank are absent if it wasn't ranked by its words. */
export type Ranked = { id: string; score: number } & Partial<Rank>

/**
 * Ranks found prompts or tools, best first. Unless the search has operators, leaves out those below the thresholds in
 * ranking-rules.ts; with `includesGuesses`, a few of these stay if nothing matches well. `source` selects id, title,
 * language, bytes, is_picture and words (a tsvector).
 */
export async function rankFound(
  db: Db,
  plan: SearchPlan,
  source: RawBuilder<unknown>,
  { includesGuesses, near = new Map() }: { includesGuesses: boolean; near?: Similarities } = { includesGuesses: true },
): Promise<Ranked[]> {
  const prompts = await readOccurrences(db, plan, source)
  const search = { term: plan.term, asksForPicture: asksForPicture(plan.words), needs: plan.needs }
  const ranks = prompts.map((prompt) => ({
    id: prompt.id,
    ...rankOf(plan.words, { ...prompt, similarity: near.get(prompt.id) ?? 0 }, search),
  }))
  return plan.hasOperators
    ? ranks.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    : selectResults(ranks, { includesGuesses, picturesFirst: asksForPhoto(plan.words) })
}

/** Reads for `rankOf` where and how often prompts or tools have the searched words and the names of needs. */
async function readOccurrences(
  db: Db,
  { words, needs }: SearchPlan,
  source: RawBuilder<unknown>,
): Promise<(Omit<RankedPrompt, 'similarity'> & { id: string })[]> {
  const forms = [...words, ...needs].flatMap((word, wordIndex) =>
    word.forms
      .map((form, formIndex) => ({ wordIndex, formIndex, ...form }))
      .filter(({ english, simple }) => english || simple),
  )
  const pairs = words.slice(1).flatMap((next, index) => {
    const [one, two] = [words[index]?.forms[0], next.forms[0]]
    if (!one?.simple || !two?.simple || words[index]?.isFiller || next.isFiller) return []
    return [{ index, english: `(${one.english}) <-> (${two.english})`, simple: `(${one.simple}) <-> (${two.simple})` }]
  })
  // The arrays that `ts_rank` gets are the weights of the content, the description, the tags and the title, in this
  // order.
  const { rows } = await sql<{
    id: string
    title: string
    bytes: number
    isPicture: boolean
    /**
     * The places in `forms`, counted from 1, of the forms that the prompt has. Null, like `heads` and `bodies`, if it
     * has none.
     */
    places: number[] | null
    /** For each of these forms, its `ts_rank` in title, tags and description (heads) and in the content (bodies). */
    heads: number[] | null
    bodies: number[] | null
    /** The places in `pairs`, counted from 1, of the pairs whose words directly follow each other in the prompt. */
    sideBySide: number[]
  }>`${preparedOnce}
    select p.id, p.title, p.bytes, p.is_picture, o.places, o.heads, o.bodies,
      array(select q.place from unnest(${pairs.map(({ english }) => english)}::tsquery[],
        ${pairs.map(({ simple }) => simple)}::tsquery[]) with ordinality as q(english, simple, place)
        where p.words @@ case when p.language = 'en' then q.english else q.simple end) as side_by_side
    from (
      -- Concatenated with an empty vector, so that a long vector is decompressed once and not for each word.
      select id, title, language, bytes, is_picture, words || ''::tsvector as words from (${source}) source offset 0
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
    const occurrences: RankedPrompt['occurrences'] = [...words, ...needs].map(() => [])
    for (const [at, place] of (places ?? []).entries()) {
      const form = forms[place - 1]
      const found = form && occurrences[form.wordIndex]
      if (form && found) found[form.formIndex] = { head: heads?.[at] ?? 0, body: bodies?.[at] ?? 0 }
    }
    const pairStarts = words.map(() => false)
    for (const place of sideBySide) pairStarts[pairs[place - 1]?.index ?? 0] = true
    return { ...row, occurrences, needs: occurrences.splice(words.length), pairStarts }
  })
}
