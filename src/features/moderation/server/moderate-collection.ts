import type { Collection } from '#features/collections/contract.ts'
import { getCollectionOrThrow } from '#features/collections/server/collection-queries.ts'
import { lockVisibleCollectionOrThrow } from '#features/collections/server/lock-collection.ts'
import { featureCollection, setRemovedReason } from '#features/collections/server/moderate-collection.ts'
import { type Actor, requireRole } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/db.ts'
import type { AdminCollectionEdit } from '../content-contract.ts'
import { announce } from './decide-report.ts'
import type { ModerationContext } from './moderation-context.ts'

/**
 * Features a collection (id or slug) or stops featuring it, removes it with a reason, or restores it, which its owner is
 * told. Throws AppError authentication_required, forbidden, not_found, conflict (only a public collection can be
 * featured).
 */
export async function moderateCollection(
  context: ModerationContext,
  actor: Actor,
  idOrSlug: string,
  { featured, removedReason }: AdminCollectionEdit,
): Promise<Collection> {
  const moderator = requireRole(actor, 'moderator')
  return inTransaction(context.db, async (tx) => {
    const collection = await lockVisibleCollectionOrThrow(tx, moderator, idOrSlug)
    const { id, userId: authorId } = collection
    if (removedReason !== undefined && (await setRemovedReason(tx, moderator, collection, removedReason)))
      await announce(
        context,
        tx,
        moderator,
        { kind: 'collection', id, authorId },
        removedReason === null ? 'restored' : { hidden: removedReason },
      )
    if (featured !== undefined)
      await featureCollection(
        tx,
        moderator,
        { ...collection, ...(removedReason !== undefined && { removedReason }) },
        { featured, now: context.now() },
      )
    return getCollectionOrThrow(tx, moderator, id)
  })
}
