import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Collection, CollectionEdit } from '../contract.ts'
import { collectionSlug } from '../rules.ts'
import { getCollectionOrThrow } from './collection-queries.ts'
import { lockOwnCollectionOrThrow, recordCollectionChange } from './lock-collection.ts'
import { searchColumnsOf } from './search-collections.ts'
import { shareCollection } from './share-collection.ts'

/**
 * Changes a member's own collection (by id or slug). It is no longer featured if it stops being public, or if its title
 * or description changes, because a moderator featured the former text. Throws AppError authentication_required,
 * not_found, validation_failed, or forbidden (it is removed, so it can't become public, or a group).
 */
export function editCollection(
  db: Db,
  member: Member,
  idOrSlug: string,
  edit: CollectionEdit,
  now: Date,
): Promise<Collection> {
  return inTransaction(db, async (tx) => {
    const before = await lockOwnCollectionOrThrow(tx, member, idOrSlug)
    const { title = before.title, description = before.description, visibility = before.visibility } = edit
    if (before.removedReason !== null && visibility !== before.visibility && visibility !== 'private')
      throw new AppError(
        'forbidden',
        t('A moderator removed this collection, so only you see it. Write to us if you think that this is a mistake.'),
      )
    const isNewText = title !== before.title || description !== before.description
    await tx
      .updateTable('collections')
      .set({
        title,
        description,
        visibility,
        slug: collectionSlug(title, before.key),
        ...searchColumnsOf({ title, description }),
        listedAt: before.listedAt ?? (visibility === 'public' ? now : null),
        featuredAt: visibility === 'public' && !isNewText ? before.featuredAt : null,
        updatedAt: now,
      })
      .where('id', '=', before.id)
      .execute()
    const slugs = edit.groups ?? (before.visibility === 'shared' ? undefined : [])
    await shareCollection(tx, member, { id: before.id, visibility, slugs })
    await recordCollectionChange(tx, before, before.visibility, visibility)
    return getCollectionOrThrow(tx, member, before.id)
  })
}
