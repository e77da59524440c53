import { type RawBuilder, sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import type { PageRequest } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'

/**
 * If an author has up to this many prompts, each page reads and sorts all of them. With more prompts, the order ignores
 * copies.
 */
const sortedMax = 1_000

/**
 * Lists the published prompts of the member or credited author with this id, best first: highest rated, then most
 * copied, then newest. Excludes prompts that a member imported and that credit other people. Throws AppError
 * validation_failed (an invalid cursor).
 */
export async function listPromptsOfAuthor(db: Db, authorId: string, page: PageRequest): Promise<Page<PromptCard>> {
  const totals = await sql<{ prompts: number }>`
    select prompts from author_totals where user_id = ${authorId}`.execute(db)
  const total = totals.rows[0]?.prompts ?? 0
  const isSorted = total <= sortedMax
  const listName = isSorted ? 'author, sorted' : 'author'
  const next = {
    authorId,
    start: readCursor(listName, page.cursor, isSorted ? isSortedKey : cursorKeys.double),
    limit: page.limit + 1,
  }
  const { rows } = await sql<CardRow & { cursorKey: string }>`
    select ${cardColumns}, listed.cursor_key
    from (${isSorted ? sortedList(next) : ratedList(next)}) listed join ${cardSource} on p.id = listed.prompt_id
    where ${isPublished} order by listed.place`.execute(db)
  const { items, nextCursor } = cutPage(rows, page.limit, listName, (row) => ({ key: row.cursorKey, id: row.id }))
  return { items: items.map(toPromptCard), nextCursor, total }
}

/** The rows to read: up to `limit` after the position `start`. */
type NextRows = { authorId: string; start: ReturnType<typeof readCursor>; limit: number }

/** Splits the cursor key of `sortedList` into rating and copies. */
function keysOf(key: string): string[] {
  return key.split(' ')
}

function isSortedKey(key: string): boolean {
  const [rating = '', copies = '', ...others] = keysOf(key)
  return cursorKeys.double(rating) && cursorKeys.integer(copies) && others.length === 0
}

/** Returns SQL for the next prompts, sorted by rating, copies and date. */
function sortedList({ authorId, start, limit }: NextRows): RawBuilder<unknown> {
  const [rating, copies] = keysOf(String(start?.key))
  const after = start
    ? sql`and (a.rating, o.copies, a.prompt_id) < (${rating}::double precision, ${copies}::integer, ${start.id}::uuid)`
    : sql``
  const order = sql`a.rating desc, o.copies desc, a.prompt_id desc`
  return sql`
    select a.prompt_id, a.rating || ' ' || o.copies as cursor_key, row_number() over (order by ${order}) as place
    from prompt_authors a join prompts o on o.id = a.prompt_id
    where a.author_id = ${authorId} ${after} order by ${order} limit ${limit}`
}

/** Returns SQL for the next prompts by rating and date, in the order of the index. */
function ratedList({ authorId, start, limit }: NextRows): RawBuilder<unknown> {
  const after = start ? sql`and (a.rating, a.prompt_id) < (${start.key}::double precision, ${start.id}::uuid)` : sql``
  const order = sql`a.rating desc, a.prompt_id desc`
  return sql`
    select a.prompt_id, a.rating::text as cursor_key, row_number() over (order by ${order}) as place
    from prompt_authors a where a.author_id = ${authorId} ${after} order by ${order} limit ${limit}`
}
