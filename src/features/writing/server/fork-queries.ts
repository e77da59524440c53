import { sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { getPromptOrThrow, type PageRequest } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'

const list = 'forks'

/**
 * Returns a page of the published forks of a prompt (id or slug), most recently published first. Throws AppError
 * not_found or validation_failed (an invalid cursor).
 */
export async function listForks(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit, cursor }: PageRequest,
): Promise<Page<PromptCard>> {
  const start = readCursor(list, cursor, cursorKeys.time)
  const origin = await getPromptOrThrow(db, actor, idOrSlug)
  const after = start ? sql`and (p.published_at, p.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<CardRow & { position: string }>`
    select ${cardColumns}, p.published_at::text as position from ${cardSource}
    where ${isPublished} and p.fork_of = ${origin.id} ${after}
    order by p.published_at desc, p.id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, list, ({ position, id }) => ({ key: position, id }))
  return { items: items.map(toPromptCard), nextCursor, total: origin.forks }
}
