import { sql } from 'kysely'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Tx } from '#platform/database/db.ts'
import type { ItemKind } from '../rules.ts'
import { insertCollection } from './create-collection.ts'
import { insertItems } from './insert-items.ts'

/** A public collection to store, with its items. `slug` is the current slug of the prompt or tool in an item. */
export type CollectionDraft = {
  title: string
  description: string
  items: { kind: Exclude<ItemKind, 'comparison'>; slug: string; note: string }[]
}

/** A collection isn't stored if fewer than this many of its items exist. */
const itemsMin = 3

/**
 * Stores public collections of an account in the caller's transaction, without notifying anybody. Leaves out items that
 * don't exist or aren't published. Returns how many collections were stored. Throws AppError conflict (the account has
 * too many).
 */
export async function insertCollections(tx: Tx, userId: string, drafts: CollectionDraft[], now: Date): Promise<number> {
  let storedCount = 0
  for (const { title, description, items } of drafts) {
    const { rows } = await sql<{ promptId: string | null; toolId: string | null; note: string }>`
      select p.id as prompt_id, t.id as tool_id, item.note
      from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ slug }) => slug)}::text[],
        ${items.map(({ note }) => note)}::text[]) with ordinality as item(kind, slug, note, place)
      left join prompts p on item.kind = 'prompt' and p.slug = item.slug and ${isPublished}
      left join tools t on item.kind = 'tool' and t.slug = item.slug
      where p.id is not null or t.id is not null order by item.place`.execute(tx)
    if (rows.length < itemsMin) continue
    // Lists show the newest collection first, so the first draft gets the latest time.
    const createdAt = new Date(now.getTime() - storedCount)
    const fields = { title, description, visibility: 'public' as const, forkOf: null }
    const collectionId = await insertCollection(tx, { id: userId }, fields, createdAt)
    await insertItems(tx, collectionId, rows, createdAt)
    storedCount++
  }
  return storedCount
}
