import type { User } from '#features/accounts/contract.ts'
import type { Collection } from '#features/collections/contract.ts'
import { CollectionMemberButtons } from '#features/collections/web/collection-member-buttons.tsx'
import { isOwnCollection } from '#features/collections/web/own-collection.ts'
import { ModerateCollectionButtons } from '#features/moderation/web/moderate-collection-buttons.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'

/** The buttons that only members have on a collection's page. */
export function CollectionButtons(props: { user: User; collection: Collection }) {
  const { user, collection } = props
  return (
    <>
      <CollectionMemberButtons {...props} />
      {/* Moderators don't see what only a group reads. */}
      {collection.visibility !== 'shared' &&
        !isOwnCollection(user, collection) &&
        collection.removedReason === null && (
          <ReportButton target={{ collectionId: collection.id }} noun="collection" title={collection.title} />
        )}
      {user.role !== 'user' && <ModerateCollectionButtons key={collection.id} collection={collection} />}
    </>
  )
}
