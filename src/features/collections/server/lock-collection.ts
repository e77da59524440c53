import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isClosed, type Visibility } from '../rules.ts'
import { getCollectionOrThrow, hasIdOrSlug } from './collection-queries.ts'

/** The cache key of the pages that list collections. */
export const collectionListsKey = 'collections'

export type LockedCollection = {
  id: string
  userId: string
  /** The random characters at the end of every slug of the collection. */
  key: string
  title: string
  description: string
  visibility: Visibility
  listedAt: Date | null
  featuredAt: Date | null
  removedReason: string | null
  updatedAt: Date
}

/** Locks any collection (by id or slug) until the transaction ends. Returns undefined if there is none. */
export async function lockCollection(tx: Tx, idOrSlug: string): Promise<LockedCollection | undefined> {
  const { rows } = await sql<LockedCollection>`
    select col.id, col.user_id, col.key, col.title, col.description, col.visibility, col.listed_at, col.featured_at,
      col.removed_reason, col.updated_at
    from collections col where ${hasIdOrSlug(idOrSlug)} for no key update`.execute(tx)
  return rows[0]
}

/** Locks a collection (by id or slug) that this reader may see. Throws AppError not_found. */
export async function lockVisibleCollectionOrThrow(tx: Tx, reader: Actor, idOrSlug: string): Promise<LockedCollection> {
  const { id } = await getCollectionOrThrow(tx, reader, idOrSlug)
  const collection = await lockCollection(tx, id)
  if (!collection) throw notFound(t('This collection'))
  return collection
}

/**
 * Locks a member's own collection, so that concurrent changes wait for each other. Throws AppError
 * authentication_required or not_found.
 */
export async function lockOwnCollectionOrThrow(tx: Tx, member: Member, idOrSlug: string): Promise<LockedCollection> {
  await lockWriter(tx, member)
  const collection = await lockCollection(tx, idOrSlug)
  if (collection?.userId !== member.id) throw notFound(t('This collection'))
  return collection
}

/** Invalidates the pages that show a collection. `visibility` has the values before and after the change. */
export async function recordCollectionChange(
  tx: Tx,
  { id, featuredAt }: Pick<LockedCollection, 'id' | 'featuredAt'>,
  ...visibility: Visibility[]
): Promise<void> {
  if (visibility.every(isClosed)) return
  const listKeys = visibility.includes('public') ? [collectionListsKey] : []
  // The key 'lists' stands for the general lists and the home page, which shows featured collections.
  await recordContentChange(tx, [id, ...listKeys, ...(featuredAt ? ['lists'] : [])])
}
