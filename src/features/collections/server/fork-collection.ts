import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Collection } from '../contract.ts'
import { getCollectionOrThrow, hasIdOrSlug } from './collection-queries.ts'
import { isVisibleTo } from './collection-visibility.ts'
import { insertCollection } from './create-collection.ts'
import { shownTargetFor } from './item-queries.ts'

/**
 * Creates a private fork of a collection (by id or slug) with its visible items and their notes. A member has only one
 * fork of each collection, and a repeated call returns it. Throws AppError authentication_required, not_found or
 * conflict (the member has too many collections).
 */
export function forkCollection(db: Db, member: Member, idOrSlug: string, now: Date): Promise<Collection> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const origin = await getCollectionOrThrow(tx, member, await lockOriginOrThrow(tx, member, idOrSlug))
    const existing = await tx
      .selectFrom('collections')
      .select('id')
      .where('userId', '=', member.id)
      .where('forkOf', '=', origin.id)
      .executeTakeFirst()
    if (existing) return getCollectionOrThrow(tx, member, existing.id)
    const { title, description } = origin
    const id = await insertCollection(tx, member, { title, description, visibility: 'private', forkOf: origin.id }, now)
    const { rows } = await sql<{ id: string }>`
      select i.id from collections col join collection_items i on i.collection_id = col.id
      cross join lateral ${shownTargetFor(member.id)} shown where col.id = ${origin.id} order by i.position for key share of i`.execute(
      tx,
    )
    await sql`
      insert into collection_items
        (id, collection_id, prompt_id, tool_id, comparison_owner, comparison_id, note, position, added_at)
      select copied.id, ${id}, i.prompt_id, i.tool_id, i.comparison_owner, i.comparison_id, i.note, copied.position, ${now}
      from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.id)}::uuid[])
        with ordinality as copied(id, origin, position)
      join collection_items i on i.id = copied.origin`.execute(tx)
    return getCollectionOrThrow(tx, member, id)
  })
}

/**
 * Returns the id of a collection that the member may see, and prevents its deletion until the transaction ends. Throws
 * AppError not_found.
 */
async function lockOriginOrThrow(tx: Tx, member: Member, idOrSlug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select col.id from collections col where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(member)} for key share`.execute(
    tx,
  )
  if (!rows[0]) throw notFound(t('This collection'))
  return rows[0].id
}
