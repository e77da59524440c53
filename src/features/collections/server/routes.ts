import { type Actor, type Member, requireMember } from '#platform/actor.ts'
import { type Api, createApi, type Platform } from '#platform/api.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { collectionsContract as contract } from '../contract.ts'
import { collectionRateLimit } from '../rules.ts'
import { addItem, type OnItemAdded, touchCollection } from './add-item.ts'
import { changeItem, type ItemPath } from './change-item.ts'
import {
  getCollectionOrThrow,
  listCollections,
  listGroupCollections,
  listOwnCollections,
} from './collection-queries.ts'
import { createCollection } from './create-collection.ts'
import { deleteCollection } from './delete-collection.ts'
import { editCollection } from './edit-collection.ts'
import { forkCollection } from './fork-collection.ts'
import { lockOwnCollectionOrThrow } from './lock-collection.ts'
import { moveItem } from './move-item.ts'
import { refuseLinks, takeCreationLimits } from './new-account-limits.ts'

/** Creates the endpoints of collections. */
export function collectionsRoutes(platform: Platform, onItemAdded: OnItemAdded): Api {
  const api = createApi()
  const { db, now, limits } = platform
  /**
   * Returns the member who changes a collection. Counts the change toward a limit, and refuses links in `texts` if the
   * account is in its first week.
   */
  const requireWriter = async (actor: Actor, texts: Parameters<typeof refuseLinks>[2] = {}) => {
    const member = requireMember(actor)
    await limits.take(collectionRateLimit, member.id)
    await refuseLinks(platform, member, texts)
    return member
  }
  /** Like `requireWriter`, but for a member who creates or forks a collection, with the limits on new collections. */
  const requireCreator = async (actor: Actor, texts: Parameters<typeof refuseLinks>[2] = {}) => {
    const member = requireMember(actor)
    await refuseLinks(platform, member, texts)
    await takeCreationLimits(platform, member)
    return member
  }

  api.openapi(contract.listCollections, async (c) => c.json(await listCollections(db, c.req.valid('query')), 200))
  api.openapi(contract.getCollection, async (c) =>
    c.json(await getCollectionOrThrow(db, c.get('actor'), c.req.valid('param').id), 200),
  )
  api.openapi(contract.listGroupCollections, async (c) => {
    const member = requireMember(c.get('actor'))
    return c.json(await listGroupCollections(db, member, c.req.valid('param').slug), 200)
  })
  api.openapi(contract.listOwnCollections, async (c) => {
    const { kind, target } = c.req.valid('query')
    const itemTarget = kind && target ? { kind, id: target } : undefined
    return c.json(await listOwnCollections(db, requireMember(c.get('actor')), itemTarget), 200)
  })
  api.openapi(contract.createCollection, async (c) => {
    const member = await requireCreator(c.get('actor'), c.req.valid('json'))
    return c.json(await createCollection(db, member, c.req.valid('json'), now()), 201)
  })
  api.openapi(contract.editCollection, async (c) => {
    const member = await requireWriter(c.get('actor'), c.req.valid('json'))
    return c.json(await editCollection(db, member, c.req.valid('param').id, c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.deleteCollection, async (c) => {
    await deleteCollection(db, await requireWriter(c.get('actor')), c.req.valid('param').id)
    return c.body(null, 204)
  })
  api.openapi(contract.forkCollection, async (c) => {
    const member = await requireCreator(c.get('actor'))
    return c.json(await forkCollection(db, member, c.req.valid('param').id, now()), 200)
  })
  api.openapi(contract.addCollectionItem, async (c) => {
    const member = await requireWriter(c.get('actor'), c.req.valid('json'))
    return c.json(
      await addItem(db, member, c.req.valid('param').id, c.req.valid('json'), { now: now(), onItemAdded }),
      200,
    )
  })
  api.openapi(contract.changeCollectionItem, async (c) => {
    const member = await requireWriter(c.get('actor'), c.req.valid('json'))
    return c.json(await changeItem(db, member, c.req.valid('param'), c.req.valid('json'), now()), 200)
  })
  api.openapi(contract.moveCollectionItem, async (c) => {
    const member = await requireWriter(c.get('actor'))
    const order = await moveItem(db, member, c.req.valid('param'), c.req.valid('json').before, now())
    return c.json({ order }, 200)
  })
  api.openapi(contract.removeCollectionItem, async (c) => {
    await removeItem(db, await requireWriter(c.get('actor')), c.req.valid('param'), now())
    return c.body(null, 204)
  })
  return api
}

/**
 * Removes an item from a member's own collection (by id or slug). Does nothing if the collection doesn't have it.
 * Throws AppError authentication_required or not_found.
 */
async function removeItem(db: Db, member: Member, { id, itemId }: ItemPath, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const collection = await lockOwnCollectionOrThrow(tx, member, id)
    const { numDeletedRows } = await tx
      .deleteFrom('collectionItems')
      .where('id', '=', itemId)
      .where('collectionId', '=', collection.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await touchCollection(tx, collection, now)
  })
}
