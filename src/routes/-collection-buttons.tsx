import type { User } from '#features/accounts/contract.ts'
import type { Collection } from '#features/collections/contract.ts'
import { CollectionMemberButtons, isOwn } from '#features/collections/web/collection-member-buttons.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { CollectionStaffButtons } from '#features/moderation/web/collection-staff-buttons.tsx'
import { ReportCollectionButton } from '#features/moderation/web/report-collection-button.tsx'

/** The buttons that members have on a collection's page. */
export function CollectionButtons(props: { user: User; collection: Collection }) {
  const { user, collection } = props
  return (
    <div className="grid grid-cols-2 gap-2">
      <CollectionMemberButtons {...props} />
      {!isOwn(props) && collection.visibility !== 'private' && (
        <FollowButton kind="collection" name={collection.id} title={collection.title} />
      )}
      {!isOwn(props) && collection.removedReason === null && <ReportCollectionButton collection={collection} />}
      {user.role !== 'user' && <CollectionStaffButtons key={collection.id} collection={collection} />}
    </div>
  )
}
