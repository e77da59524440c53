import { randomInt } from 'node:crypto'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Collection, NewCollection } from '../contract.ts'
import { collectionSlug, keyLength, collectionLimits as limits } from '../rules.ts'
import { getCollectionOrThrow } from './collection-queries.ts'
import { recordCollectionChange } from './lock-collection.ts'
import { searchColumnsOf } from './search-collections.ts'
import { shareCollection } from './share-collection.ts'

/**
 * Creates an empty collection. Throws AppError authentication_required, conflict (the member has too many),
 * validation_failed, not_found or forbidden (the groups that are to read it).
 */
export function createCollection(db: Db, member: Member, input: NewCollection, now: Date): Promise<Collection> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const { groups, ...fields } = input
    const id = await insertCollection(tx, member, { ...fields, forkOf: null }, now)
    await shareCollection(tx, member, { id, visibility: fields.visibility, slugs: groups })
    return getCollectionOrThrow(tx, member, id)
  })
}

/**
 * Stores a collection and returns its id. The caller has locked the member. Throws AppError conflict (the member has
 * too many).
 */
export async function insertCollection(
  tx: Tx,
  { id: userId }: Pick<Member, 'id'>,
  { title, description, visibility, forkOf }: Omit<NewCollection, 'groups'> & { forkOf: string | null },
  now: Date,
): Promise<string> {
  const { count } = await tx
    .selectFrom('collections')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= limits.perMember)
    throw new AppError(
      'conflict',
      t('You have {perMember} collections. Delete one that you no longer use.', { perMember: limits.perMember }),
    )
  const id = newId()
  const key = Array.from({ length: keyLength }, () => randomInt(36).toString(36)).join('')
  await tx
    .insertInto('collections')
    .values({
      id,
      userId,
      key,
      slug: collectionSlug(title, key),
      title,
      description,
      visibility,
      forkOf,
      featuredAt: null,
      removedReason: null,
      listedAt: visibility === 'public' ? now : null,
      createdAt: now,
      updatedAt: now,
      ...searchColumnsOf({ title, description }),
    })
    .execute()
  await recordCollectionChange(tx, { id, featuredAt: null }, visibility)
  return id
}
