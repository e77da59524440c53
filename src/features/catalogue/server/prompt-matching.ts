import { type RawBuilder, sql } from 'kysely'
import { containing } from '#server/platform/db.ts'

/** How a search term is matched: every word (the last one as a prefix), any word, or similar titles. */
export type MatchKind = 'every-word' | 'any-word' | 'likeness'

/** The shortest last word that is matched as a prefix: one letter would match half the catalogue. */
const prefixMin = 2
/** pg_trgm needs three characters to use its index. */
const likenessMin = 3

const operators = /["-]|\bor\b/i
/** Two or more minus signs in a row, as in `--amend` or a line of dashes. PostgreSQL nests them, at most 32 deep. */
const manyMinuses = /-(?:[^\p{L}\p{M}\p{N}"-]*-)+/gu

/** Splits a term into words of letters and digits, in lower case. */
export function wordsOf(term: string): string[] {
  return term.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** The term as `websearch_to_tsquery` takes it: minus signs that it would nest are gone. */
export function withoutManyMinuses(term: string): string {
  return term.replace(manyMinuses, ' ')
}

/**
 * The tsquery of a term, in both configurations. Quotes, `-word` and `or` work as in web search engines; without them
 * the last word matches as a prefix.
 */
export function tsqueryOf(searched: string, kind: MatchKind): RawBuilder<string> {
  const term = withoutManyMinuses(searched)
  const words = wordsOf(term)
  const both = (make: (configuration: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${make(sql`'promptarium_english'`)} || ${make(sql`'promptarium_simple'`)})`
  if (kind === 'any-word') return both((c) => sql`to_tsquery(${c}, ${words.join(' | ')})`) as RawBuilder<string>
  const query = both((c) => sql`websearch_to_tsquery(${c}, ${term})`)
  const last = words.at(-1) ?? ''
  if (operators.test(term) || /\s$/.test(term) || last.length < prefixMin) return query as RawBuilder<string>
  const prefix = `${words.join(' & ')}:*`
  return sql`(${query} || ${both((c) => sql`to_tsquery(${c}, ${prefix})`)})`
}

/**
 * CTEs that end with `matched` (id, in_head): at most `limit` prompts that match. Titles equal to the term and matches
 * in title, tags and description (`in_head`) come before matches in contents. `conditions` filter the prompts.
 */
export function matchedIds(
  term: string,
  kind: MatchKind,
  conditions: RawBuilder<boolean>,
  limit: number,
): RawBuilder<unknown> {
  const from = sql`select p.id from prompts p where ${conditions}`
  if (kind === 'likeness') return likeTitles(conditions, term, limit)
  const query = tsqueryOf(term, kind)
  return sql`
    head as materialized (
      (${from} and md5(lower(p.title)) = md5(lower(${term})) limit ${limit})
      union all
      (${from} and p.search_head @@ ${query} limit ${limit})
    ), content as materialized (
      ${from} and p.search_text @@ ${query} and not p.search_head @@ ${query}
      limit greatest(0, ${limit} - (select count(*) from head))
    ), matched as materialized (
      select id, true as in_head from head union select id, false from content limit ${limit}
    )`
}

function likeTitles(conditions: RawBuilder<boolean>, term: string, limit: number) {
  const lower = term.toLowerCase().trim()
  if (lower.length < likenessMin) return sql`matched as (select null::uuid as id, true as in_head where false)`
  const pattern = containing(lower)
  return sql`matched as materialized (
    select p.id, true as in_head from prompts p where ${conditions} and (lower(p.title) like ${pattern} or ${lower} <% lower(p.title)) limit ${limit})`
}

/** How well `p` matches the term; higher is better. Matches `in_head` of `matchedIds` score 1 or more, others less. */
export function scoreOf(term: string, kind: MatchKind): RawBuilder<number> {
  if (kind === 'likeness') return sql`word_similarity(lower(${term}), lower(p.title))::float8`
  const query = tsqueryOf(term, kind)
  return sql`(
    case when lower(p.title) = lower(${term}) then 4 else 0 end
    + case when p.search_head @@ ${query}
      then 1 + ts_rank_cd(p.search_head, ${query}) + starts_with(lower(p.title), lower(${term}))::int
      else ts_rank(p.search_text, ${query}) end
  )::float8`
}
