import { type RawBuilder, sql } from 'kysely'
import { type GroupReader, isSharedIn } from '#features/catalogue/server/group-lists.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#platform/database/db.ts'
import { createLruCache, type LruCache } from '#platform/lru-cache.ts'

/**
 * One prompt in sixteen, chosen by the random end of its id. The sample has its own search indexes
 * (db/migrations/0131_search_sample.sql). PostgreSQL collects all prompts with a word before it returns the first one,
 * so very frequent words are searched and counted in the sample. `condition` is SQL about prompts as `p`.
 */
export const searchSample = { share: 1 / 16, condition: sql<boolean>`get_byte(uuid_send(p.id), 15) < 16` }

/**
 * Counting the prompts that have a word stops at this number. For a more frequent word, the database's statistics are
 * used. If they lack the word, an estimate from the sample is used, or this number on a site that is too small for it.
 */
export const countedMax = 500
/**
 * On a site with at least `totalMin` prompts, a word that at least `min` prompts of the sample have isn't counted in
 * the other prompts. Counting in the sample stops at `max`.
 */
const sampleLimits = { totalMin: 100_000, min: 40, max: 200 }
const cacheLimits = { max: 20_000, ttl: 10 * 60_000 }

/**
 * What is known about words, which are tsqueries here. `frequent` maps frequent words to the number of prompts that
 * have them anywhere, and `frequentHeads` to the number that have them in title, tags or description. `counts` has
 * words that were counted, and `absent` has words that no prompt has.
 */
type Statistics = {
  counts: LruCache<{ prompts: number }>
  absent: LruCache<object>
  frequent: Map<string, number>
  frequentHeads: Map<string, number>
  readAt: number
  total: number
}

/**
 * Each process caches the statistics for ten minutes, because estimates are enough to rank prompts, and to decide how
 * to search for them.
 */
const statisticsCache = new WeakMap<Db, Statistics>()

/**
 * Returns how many published prompts have each of `queries` (tsqueries as text, words in any order), and the `total` of
 * published prompts. Counts of frequent words come from pg_stats. Others are counted up to `countedMax`, or estimated
 * from the sample, and cached. With `maySkipNew`, words that only prompts of the last minute have may count as absent.
 */
export async function frequenciesOf(
  db: Db,
  queries: string[],
  { maySkipNew } = { maySkipNew: false },
): Promise<{ counts: Map<string, number>; total: number }> {
  const statistics = await statisticsOf(db)
  const counts = new Map<string, number>()
  const uncached: string[] = []
  for (const query of new Set(queries)) {
    const absent = maySkipNew && statistics.absent.has(query) ? 0 : undefined
    const count = statistics.frequent.get(query) ?? statistics.counts.get(query)?.prompts ?? absent
    if (count === undefined) uncached.push(query)
    else counts.set(query, count)
  }
  if (uncached.length > 0) {
    const countWhere = (where: RawBuilder<boolean>, max: number) => sql`(select count(*) from (
      select from prompts p where ${where} and p.search_text @@ q.found::tsquery limit ${max}) found)`
    const inSample = countWhere(sql`${isPublished} and ${searchSample.condition}`, sampleLimits.max)
    const { rows } = await sql<{ query: string; prompts: number }>`
      select q.query, case when s.prompts >= ${sampleLimits.min} then s.prompts / ${searchSample.share}::float8
        else ${countWhere(isPublished, countedMax)} end as prompts
      from unnest(${uncached}::text[], ${uncached.map(inAnyOrder)}::text[]) as q(query, found)
      cross join lateral (select ${statistics.total < sampleLimits.totalMin ? sql`0` : inSample} as prompts offset 0) s`.execute(
      db,
    )
    for (const { query, prompts } of rows) {
      counts.set(query, prompts)
      // A word that occurs nowhere may occur in the next prompt, so it is cached for a shorter time.
      if (prompts > 0) statistics.counts.set(query, { prompts })
      else statistics.absent.set(query, {})
    }
  }
  return { counts, total: statistics.total }
}

/**
 * Counts the prompts of the reader's groups that have each of `queries`, up to `countedMax`. The counts aren't cached,
 * because everybody shares the cache.
 */
export async function frequenciesInGroups(
  db: Db,
  queries: string[],
  reader: GroupReader,
): Promise<Map<string, number>> {
  if (queries.length === 0) return new Map()
  const { rows } = await sql<{ query: string; prompts: number }>`
    select q.query, (select count(*) from (select from prompts p
      where ${isSharedIn(reader)} and p.search_text @@ q.found::tsquery limit ${countedMax}) found) as prompts
    from unnest(${queries}::text[], ${queries.map(inAnyOrder)}::text[]) as q(query, found)`.execute(db)
  return new Map(rows.map(({ query, prompts }) => [query, prompts]))
}

/** Returns a tsquery that ignores the order of its words, because the index doesn't store it. */
export function inAnyOrder(query: string): string {
  return query.replaceAll(/<(-|\d+)>/g, '&')
}

/**
 * `countOf` tells how many published prompts have a word (a tsquery as text) in title, tags or description, if the
 * database's statistics list it as frequent there, otherwise 0. `total` is the number of published prompts.
 */
export type HeadFrequencies = { countOf: (query: string) => number; total: number }

/** Returns the frequencies of words in title, tags and description, from statistics that are up to ten minutes old. */
export async function headFrequenciesOf(db: Db): Promise<HeadFrequencies> {
  const { frequentHeads, total } = await statisticsOf(db)
  return { countOf: (query) => frequentHeads.get(query) ?? 0, total }
}

/**
 * Returns the words that the database's statistics list as frequent in titles, tags and descriptions, if they start
 * with one of `prefixes`. The result has tsqueries with the number of their prompts, most frequent first.
 */
export async function frequentHeadsStartingWith(
  db: Db,
  prefixes: string[],
): Promise<[query: string, prompts: number][]> {
  const { frequentHeads } = await statisticsOf(db)
  return [...frequentHeads]
    .filter(([query]) => prefixes.some((prefix) => query.startsWith(`'${prefix}`)))
    .sort((a, b) => b[1] - a[1])
}

async function statisticsOf(db: Db): Promise<Statistics> {
  const cached = statisticsCache.get(db)
  if (cached && Date.now() - cached.readAt < cacheLimits.ttl) return cached
  const [total, { rows }] = await Promise.all([
    countPrompts(db, 'all'),
    sql<{ query: string; isHead: boolean; share: number }>`
      select '''' || replace(f.word, '''', '''''') || '''' as query, s.attname = 'search_head' as is_head, f.share from pg_stats s,
        unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as f(word, share)
      where s.schemaname = current_schema() and s.tablename = 'prompts' and s.attname in ('search_text', 'search_head')
        and f.word is not null`.execute(db),
  ])
  const countsIn = (isHead: boolean) => {
    const counts = rows
      .filter((row) => row.isHead === isHead)
      .map(({ query, share }): [string, number] => [query, Math.round(share * total)])
    return new Map(counts.filter(([, count]) => count >= countedMax))
  }
  const statistics = {
    counts: cached?.counts ?? createLruCache<{ prompts: number }>(cacheLimits),
    absent: cached?.absent ?? createLruCache<object>({ max: cacheLimits.max, ttl: 60_000 }),
    frequent: countsIn(false),
    frequentHeads: countsIn(true),
    readAt: Date.now(),
    total,
  }
  statisticsCache.set(db, statistics)
  return statistics
}
