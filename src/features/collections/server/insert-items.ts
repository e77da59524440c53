import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'

/** An item to store: exactly one of the ids is set. */
type ItemDraft = { promptId: string | null; toolId?: string | null; note: string }

/**
 * Adds items to the end of a collection, without notifying anybody. The caller has locked its owner, leaves out what it
 * has already, and keeps the limit.
 */
export async function insertItems(tx: Tx, collectionId: string, items: ItemDraft[], addedAt: Date): Promise<void> {
  if (items.length === 0) return
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from collection_items where collection_id = ${collectionId}`.execute(tx)
  const { last } = rows[0] ?? { last: 0 }
  await tx
    .insertInto('collectionItems')
    .values(
      items.map(({ promptId, toolId = null, note }, index) => ({
        id: newId(),
        collectionId,
        promptId,
        toolId,
        comparisonOwner: null,
        comparisonId: null,
        note,
        position: last + index + 1,
        addedAt,
      })),
    )
    .execute()
}
