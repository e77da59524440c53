import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { searchSample } from './word-frequencies.ts'

/** The search vectors of whole prompts, and of only title, tags and description, in the table `prompts` as `p`. */
export const textColumn = sql`p.search_text`
export const headColumn = sql`p.search_head`

/**
 * A list of at most `max` prompts that meet `condition`, which searches `column`. `expected` is an estimate of how many
 * prompts meet it. A list without an estimate is never read from the sample.
 */
export type ListQuery = {
  column: RawBuilder<unknown>
  condition: RawBuilder<unknown>
  max: number
  expected?: number
}

/** A list is read from the sample if the sample is expected to contain at least this many times `max` prompts. */
const sampleMargin = 1.25

/**
 * Returns the ids of each list's prompts. `where` is a condition on the table `prompts` as `p`. `shared` is another one,
 * for prompts that only groups may read, which have search indexes of their own.
 */
export async function readLists(
  db: Db,
  lists: ListQuery[],
  where: RawBuilder<boolean>,
  shared: RawBuilder<boolean> | null = null,
): Promise<string[][]> {
  const isLong = ({ max, expected = 0 }: ListQuery) => expected * searchSample.share >= sampleMargin * max
  const inSample = sql<boolean>`${where} and ${searchSample.condition}`
  const ofGroups = shared ? lists.map((list) => ({ ...list, where: shared })) : []
  // Both kinds of lists are read together, because a statement for each would take longer than reading them.
  const all = await readEach(db, [
    ...lists.map((list) => ({ ...list, where: isLong(list) ? inSample : where })),
    ...ofGroups,
  ])
  const found = all.slice(0, lists.length)
  const incomplete = [...lists.entries()].filter(
    ([place, list]) => isLong(list) && (found[place]?.length ?? 0) < list.max,
  )
  if (incomplete.length > 0) {
    // The estimate was too high, because the words rarely occur together or a filter applies.
    const complete = await readEach(
      db,
      incomplete.map(([, list]) => ({ ...list, where })),
    )
    for (const [place] of incomplete) found[place] = complete.shift() ?? []
  }
  return found.map((ids, place) => [...ids, ...(all[lists.length + place] ?? [])])
}

type ListToRead = ListQuery & { where: RawBuilder<boolean> }

/**
 * Reads the lists. Those that search whole prompts are read without table scans. For a frequent word, the planner would
 * choose one, because it doesn't know that each long vector has to be decompressed.
 */
async function readEach(db: Db, lists: ListToRead[]): Promise<string[][]> {
  const placesOf = (isText: boolean) =>
    [...lists.keys()].filter((place) => (lists[place]?.column === textColumn) === isText)
  const readAt = (places: number[], tx: Db) => {
    const selects = places.map((place) => {
      const { condition, max, where } = lists[place] as ListToRead
      return sql`select ${place}::int as place, array_to_string(array(
        select p.id from prompts p where ${where} and ${condition} limit ${max}), ',') as ids`
    })
    // Each list is one row, because a row per prompt would take more time than the search.
    return sql<{ place: number; ids: string }>`${sql.join(selects, sql` union all `)}`.execute(tx)
  }
  const [heads, texts] = [placesOf(false), placesOf(true)]
  const results = await Promise.all([
    heads.length > 0 ? readAt(heads, db) : { rows: [] },
    texts.length > 0 ? withoutTableScans(db, (tx) => readAt(texts, tx)) : { rows: [] },
  ])
  const ids: string[][] = lists.map(() => [])
  for (const row of results.flatMap(({ rows }) => rows)) ids[row.place] = row.ids === '' ? [] : row.ids.split(',')
  return ids
}

/**
 * Runs `work` in a transaction that allows only bitmap scans, because no other scans use the search indexes (GIN). In a
 * transaction of the caller, changes no settings.
 */
function withoutTableScans<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`.execute(tx)
    return work(tx)
  })
}
