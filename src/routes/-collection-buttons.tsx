import type { User } from '#features/accounts/contract.ts'
import type { Collection } from '#features/collections/contract.ts'
import { CollectionMemberButtons } from '#features/collections/web/collection-member-buttons.tsx'
import { isOwnCollection } from '#features/collections/web/own-collection.ts'
import { ModerateCollectionButtons } from '#features/moderation/web/moderate-collection-buttons.tsx'
import { ReportCollectionButton } from '#features/moderation/web/report-collection-button.tsx'

/** The buttons that only members have on a collection's page. */
export function CollectionButtons(props: { user: User; collection: Collection }) {
  const { user, collection } = props
  return (
    <>
      <CollectionMemberButtons {...props} />
      {!isOwnCollection(user, collection) && collection.removedReason === null && (
        <ReportCollectionButton collection={collection} />
      )}
      {user.role !== 'user' && <ModerateCollectionButtons key={collection.id} collection={collection} />}
    </>
  )
}
