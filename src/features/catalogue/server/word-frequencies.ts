import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { createRecent, type Recent } from '#server/platform/lru-cache.ts'
import { countPrompts } from './prompt-counts.ts'
import { isPublished } from './prompt-visibility.ts'

/** Words in more prompts are estimated by the statistics of the database, or count as this frequent. */
export const countedMax = 500
const cacheLimits = { max: 20_000, ttl: 10 * 60_000 }

type Known = { counts: Recent<{ prompts: number }>; frequent: Map<string, number>; readAt: number; total: number }

/** What each process remembers. Only rarity depends on it, never what is found, so it may be some minutes old. */
const known = new WeakMap<Db, Known>()

/**
 * How many published prompts have each of `queries` (tsquery as text; its words in any order), and how many there are. ANALYZE has counted the
 * frequent words (pg_stats); the others are counted, up to `countedMax`, and remembered.
 */
export async function frequenciesOf(
  db: Db,
  queries: string[],
): Promise<{ counts: Map<string, number>; total: number }> {
  const memory = await remembered(db)
  const counts = new Map<string, number>()
  const unknown: string[] = []
  for (const query of new Set(queries)) {
    const count = memory.frequent.get(query) ?? memory.counts.get(query)?.prompts
    if (count === undefined) unknown.push(query)
    else counts.set(query, count)
  }
  if (unknown.length > 0) {
    const { rows } = await sql<{ query: string; prompts: number }>`
      select q.query, (select count(*) from (
        select from prompts p where ${isPublished} and p.search_text @@ q.found::tsquery limit ${countedMax}) found) as prompts
      from unnest(${unknown}::text[], ${unknown.map(inAnyOrder)}::text[]) as q(query, found)`.execute(db)
    for (const { query, prompts } of rows) {
      counts.set(query, prompts)
      // A word that nothing has may be in the next prompt.
      if (prompts > 0) memory.counts.set(query, { prompts })
    }
  }
  return { counts, total: memory.total }
}

/** A tsquery without the order of its words, which the index doesn't know. */
export function inAnyOrder(query: string): string {
  return query.replaceAll(/<(-|\d+)>/g, '&')
}

async function remembered(db: Db): Promise<Known> {
  const before = known.get(db)
  if (before && Date.now() - before.readAt < cacheLimits.ttl) return before
  const [total, { rows }] = await Promise.all([
    countPrompts(db, 'all'),
    sql<{ query: string; share: number }>`
      select '''' || replace(f.word, '''', '''''') || '''' as query, f.share from pg_stats s,
        unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as f(word, share)
      where s.schemaname = current_schema() and s.tablename = 'prompts' and s.attname = 'search_text'
        and f.word is not null`.execute(db),
  ])
  const frequent = rows.map(({ query, share }): [string, number] => [query, Math.round(share * total)])
  const memory = {
    counts: before?.counts ?? createRecent<{ prompts: number }>(cacheLimits),
    frequent: new Map(frequent.filter(([, count]) => count >= countedMax)),
    readAt: Date.now(),
    total,
  }
  known.set(db, memory)
  return memory
}
