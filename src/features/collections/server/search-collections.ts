import { sql } from 'kysely'
import { indexedText, wordsOf } from '#features/text-search/indexed-text-rules.ts'
import { tsqueryOf } from '#features/text-search/server/term-queries.ts'
import type { Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import type { CollectionCard } from '../contract.ts'
import { collectionLimits as limits } from '../rules.ts'
import { type CardRow, collectionColumns, collectionSource, toCard } from './collection-queries.ts'
import { isListable } from './collection-visibility.ts'

/** The maximum number of matching collections that are ranked. */
const candidatesMax = 200

/** The version of the rules below. Search columns of an older version are renewed (renew-collection-search.ts). */
export const searchVersion = 2

/** Returns a collection's search columns: the title has the weight A and the description the weight C. */
export function searchColumnsOf({ title, description }: { title: string; description: string }) {
  const vectorOf = (text: string) =>
    sql`to_tsvector('promptarium_english', ${indexedText(text)}) || to_tsvector('promptarium_simple', ${indexedText(text)})`
  const search = sql<string>`setweight(${vectorOf(title)}, 'A') || setweight(${vectorOf(description)}, 'C')`
  return { search, searchVersion }
}

/** Finds the listed collections that have every word of a search in their title or description, best first. */
export async function searchCollections(db: Db, term: string): Promise<CollectionCard[]> {
  if (wordsOf(term).length === 0) return []
  const query = tsqueryOf(term)
  // `preparedOnce` makes each connection prepare this long statement only once.
  const { rows } = await sql<CardRow>`${preparedOnce}
    with found as (
      select col.id, ts_rank(col.search, ${query}) as score from collections col
      where ${isListable} and col.search @@ ${query} limit ${candidatesMax})
    select ${collectionColumns} from ${collectionSource} join found on found.id = col.id
    where card.items > 0 order by found.score desc, col.id desc limit ${limits.found}`.execute(db)
  return rows.map(toCard)
}
