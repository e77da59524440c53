import { type RawBuilder, sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isLiveFor, isPublished, isTextPublic } from '#features/catalogue/server/prompt-visibility.ts'
import { comparisonSource } from '#features/comparison/server/comparison-queries.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { isId, newId } from '#platform/ids.ts'
import type { CollectionItem, NewItem } from '../contract.ts'
import { type ItemKind, isClosed, collectionLimits as limits } from '../rules.ts'
import { readItem } from './item-queries.ts'
import { type LockedCollection, lockOwnCollectionOrThrow, recordCollectionChange } from './lock-collection.ts'

type TargetColumns = {
  promptId: string | null
  toolId: string | null
  comparisonOwner: string | null
  comparisonId: string | null
}

/** A hook that runs in the transaction that adds an item to a collection. The composition root provides it. */
export type OnItemAdded = (tx: Tx, collection: LockedCollection, now: Date) => Promise<void>

/**
 * Adds a prompt (a published one or, unless the collection is for everybody, also one of the member's groups), a tool, or a comparison that is published or that the member shared by link, to the end of
 * the member's own collection. `id` is the id or slug of what is added. Changes nothing if the collection has it
 * already. Throws AppError authentication_required, not_found or conflict (the collection is full).
 */
export function addItem(
  db: Db,
  member: Member,
  idOrSlug: string,
  { kind, id, note }: NewItem,
  { now, onItemAdded }: { now: Date; onItemAdded: OnItemAdded },
): Promise<CollectionItem> {
  return inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, idOrSlug)
    const target = await lockTargetOrThrow(tx, { member, collection }, kind, id)
    const itemId = await insertItem(tx, collection, target, { note, now, onItemAdded })
    const item = await readItem(tx, member.id, itemId)
    if (!item) throw new Error('The added item is missing.')
    return item
  })
}

async function insertItem(
  tx: Tx,
  collection: LockedCollection,
  target: TargetColumns,
  { note, now, onItemAdded }: { note: string; now: Date; onItemAdded: OnItemAdded },
): Promise<string> {
  const { rows } = await sql<{ itemCount: number; lastPosition: number; existingId: string | null }>`
    select count(*) as item_count, coalesce(max(i.position), 0) as last_position, max(i.id::text) filter (
      where i.prompt_id = ${target.promptId} or i.tool_id = ${target.toolId} or i.comparison_id = ${target.comparisonId}
    ) as existing_id from collection_items i where i.collection_id = ${collection.id}`.execute(tx)
  const { itemCount, lastPosition, existingId } = rows[0] ?? { itemCount: 0, lastPosition: 0, existingId: null }
  if (existingId) return existingId
  if (itemCount >= limits.items)
    throw new AppError(
      'conflict',
      t('A collection has at most {items} items. Remove one first.', { items: limits.items }),
    )
  const id = newId()
  const row = { id, collectionId: collection.id, ...target, note, position: lastPosition + 1, addedAt: now }
  await tx.insertInto('collectionItems').values(row).execute()
  await touchCollection(tx, collection, now)
  await onItemAdded(tx, collection, now)
  return id
}

/** Records `now` as the time of the collection's last change, and invalidates the pages that show the collection. */
export async function touchCollection(tx: Tx, collection: LockedCollection, now: Date): Promise<void> {
  await tx.updateTable('collections').set({ updatedAt: now }).where('id', '=', collection.id).execute()
  await recordCollectionChange(tx, collection, collection.visibility)
}

const noTarget: TargetColumns = { promptId: null, toolId: null, comparisonOwner: null, comparisonId: null }

/**
 * Finds a prompt, tool or comparison that the member may add, and prevents its deletion until the transaction ends.
 * Throws AppError not_found.
 */
async function lockTargetOrThrow(tx: Tx, adding: Adding, kind: ItemKind, idOrSlug: string): Promise<TargetColumns> {
  const { rows } = await lookups[kind](adding, idOrSlug).execute(tx)
  if (!rows[0]) throw notFound(`This ${kind}`)
  return { ...noTarget, ...rows[0] }
}

type Adding = { member: Member; collection: LockedCollection }

const lookups: Record<ItemKind, (adding: Adding, idOrSlug: string) => RawBuilder<Partial<TargetColumns>>> = {
  prompt: ({ member, collection }, idOrSlug) => sql`
    select p.id as prompt_id from prompts p
    where ${isClosed(collection.visibility) ? isLiveFor(member) : isPublished} and ${hasIdOrSlug(idOrSlug)}
    for key share of p`,
  tool: (_, idOrSlug) => sql`
    select t.id as tool_id from tools t
    where ${isId(idOrSlug) ? sql`t.id = ${idOrSlug}` : sql`t.slug = ${idOrSlug}`} for key share of t`,
  comparison: ({ member: { id: userId } }, id) => sql`
    select c.user_id as comparison_owner, c.id as comparison_id from ${comparisonSource}
    where c.id = ${isId(id) ? id : null} and (c.published_at is not null or (c.shared_at is not null and c.user_id = ${userId}))
      and (not c.from_prompt or ${isTextPublic(sql`c.content`)}) for key share of c`,
}
