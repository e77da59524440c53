import { sql } from 'kysely'
import { msg, t } from '#lib/texts.ts'
import { notFound } from '#platform/errors.ts'
import type { CaseSubject } from '#platform/reportable.ts'
import type { ReportedCollection } from '../contract.ts'
import { getCollectionIdOrThrow } from './collection-queries.ts'
import { isReachable, isVisibleTo } from './collection-visibility.ts'
import { shownTarget } from './item-queries.ts'
import { lockCollection, lockVisibleCollectionOrThrow } from './lock-collection.ts'
import { setRemovedReason } from './moderate-collection.ts'

/** Collections that the reporting member may see. Moderators see cases about private collections no longer. */
export const reportableCollection: CaseSubject<ReportedCollection> = {
  ownHint: msg('This collection is your own. You can change or delete it yourself.'),
  async find(tx, member, idOrSlug) {
    const collection = await lockCollection(tx, await getCollectionIdOrThrow(tx, member, idOrSlug))
    // Moderators don't see what only a group reads.
    if (!collection || (collection.visibility === 'shared' && collection.userId !== member.id))
      throw notFound(t('This collection'))
    return { id: collection.id, authorId: collection.userId }
  },
  reported: () => sql`
    select jsonb_build_object(
        'id', col.id, 'slug', col.slug, 'title', col.title, 'description', col.description,
        'user', jsonb_build_object('username', owner.display_username), 'removedReason', col.removed_reason,
        'items', coalesce((
          select jsonb_agg(jsonb_build_object('title', shown.title, 'note', i.note) order by i.position)
          from collection_items i cross join lateral ${shownTarget} shown where i.collection_id = col.id), '[]')) as part,
      col.user_id as author_id, ${isReachable} as is_shown, col.updated_at <= rc.decided_at as is_unchanged
    from collections col join users owner on owner.id = col.user_id where col.id = rc.collection_id`,
  visibleTo: (moderator) =>
    sql`select from collections col where col.id = rc.collection_id and ${isVisibleTo(moderator)}`,
  async lock(tx, id) {
    await lockCollection(tx, id)
  },
  hide: async (tx, moderator, { id, reason }) =>
    setRemovedReason(tx, moderator, await lockVisibleCollectionOrThrow(tx, moderator, id), reason),
  restore: async (tx, moderator, { id }) =>
    setRemovedReason(tx, moderator, await lockVisibleCollectionOrThrow(tx, moderator, id), null),
  async describe(tx, id) {
    const { title } = await tx.selectFrom('collections').select('title').where('id', '=', id).executeTakeFirstOrThrow()
    return {
      promptId: null,
      collectionId: id,
      title,
      hidden: { path: '/my-collections', hint: msg('You find it under My Collections:'), isCorrectable: true },
      restored: { path: '/my-collections' },
    }
  },
}
