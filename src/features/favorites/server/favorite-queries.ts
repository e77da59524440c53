import { sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import {
  type CardRow,
  cardColumns,
  cardSource,
  groupMark,
  toPromptCard,
} from '#features/catalogue/server/prompt-cards.ts'
import { conditionsForTerm } from '#features/catalogue/server/prompt-conditions.ts'
import { orderKeys } from '#features/catalogue/server/prompt-orders.ts'
import { isLiveForUser, type NamedPrompt, promptNameFor } from '#features/catalogue/server/prompt-visibility.ts'
import type { Drift } from '#features/catalogue/server/stored/recount-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { isId } from '#platform/ids.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { FavoriteSort } from '../rules.ts'

type ListRequest = { sort: FavoriteSort; q?: string; limit: number; cursor?: string }

/** The sort key for the order `saved`. */
const savedKey = { key: sql`f.saved_at`, type: sql`timestamptz`, isKey: cursorKeys.time }

/** Returns a page of the prompts that a member saved, that are live for them and that match the search term `q`, if it is given. */
export async function listFavorites(
  db: Db,
  userId: string,
  { sort, q, ...page }: ListRequest,
): Promise<Page<PromptCard>> {
  const listName = `favorites:${sort}`
  const { key, type, isKey } = sort === 'saved' ? savedKey : orderKeys[sort]
  const start = readCursor(listName, page.cursor, isKey)
  const isListed = sql.join([isLiveForUser(userId), ...conditionsForTerm(q)], sql` and `)
  const afterCursor = start ? sql`and (${key}, p.id) < (${start.key}::${type}, ${start.id}::uuid)` : sql``
  const [result, counts] = await Promise.all([
    // What cards show is read for the page alone, because orders other than `saved` sort everything that is saved.
    sql<CardRow & { position: string }>`
      select ${cardColumns}, ${groupMark(userId)}, page.position::text
      from ${cardSource} join (
        select p.id, ${key} as position from favourites f join prompts p on p.id = f.prompt_id
        where f.user_id = ${userId} and ${isListed} ${afterCursor}
        order by ${key} desc, p.id desc limit ${page.limit + 1}) page on page.id = p.id
      order by page.position desc, p.id desc`.execute(db),
    // The limit of one makes PostgreSQL look at one saved prompt after the other, without starting workers.
    countUpTo(
      db,
      sql`favourites f cross join lateral (
        select from prompts p where p.id = f.prompt_id and ${isListed} limit 1) listed
      where f.user_id = ${userId} order by f.saved_at desc`,
    ),
  ])
  const { items, nextCursor } = cutPage(result.rows, page.limit, listName, (row) => ({ key: row.position, id: row.id }))
  return {
    items: items.map(toPromptCard),
    nextCursor,
    ...counts,
  }
}

/** Returns which of these prompts a member has saved, by prompt id. */
export async function readFavoriteStates(db: Db, userId: string, promptIds: string[]): Promise<Record<string, true>> {
  const { rows } = await sql<{ id: string }>`
    select prompt_id as id from favourites
    where user_id = ${userId} and prompt_id = any(${promptIds.filter(isId)})`.execute(db)
  return Object.fromEntries(rows.map(({ id }) => [id, true]))
}

export type ExportedFavorite = { prompt: NamedPrompt; savedAt: string }

/** Returns everything a member has saved, for their data export. */
export async function exportFavorites(db: Db, userId: string): Promise<ExportedFavorite[]> {
  const { rows } = await sql<{ prompt: NamedPrompt; savedAt: Date }>`
    select ${promptNameFor(userId)} as prompt, f.saved_at from favourites f join prompts p on p.id = f.prompt_id
    where f.user_id = ${userId} order by f.saved_at, p.id`.execute(db)
  return rows.map(({ prompt, savedAt }) => ({ prompt, savedAt: savedAt.toISOString() }))
}

/** The maximum number of prompts that `findFavoriteDrifts` returns. */
const driftsMax = 5

/** Finds prompts whose stored count of savers differs from a recount. Reads the whole table. */
export async function findFavoriteDrifts(db: Db): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with counted as (select prompt_id as id, count(*) as savers from favourites group by prompt_id)
    select concat_ws(' ', 'savers of', p.slug) as what, p.favorites as stored, coalesce(c.savers, 0) as counted
    from prompts p left join counted c using (id)
    where p.favorites <> coalesce(c.savers, 0) order by 1 limit ${sql.lit(driftsMax)}`.execute(db)
  return rows
}
