import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Collection } from '#features/collections/contract.ts'
import { isClosed } from '#features/collections/rules.ts'
import { isOwnCollection } from '#features/collections/web/own-collection.ts'
import { OwnCollectionPage } from '#features/collections/web/own-collection-page.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { mcpCollectionPath } from '#features/mcp/rules.ts'
import { ClosedAddToApps } from '#features/mcp/web/add-to-app.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'

const loadButtons = () => import('./-collection-buttons.tsx').then(({ CollectionButtons }) => CollectionButtons)

function Buttons({ collection }: { collection: Collection }) {
  const { user } = useSession()
  return (
    <>
      {!isClosed(collection.visibility) && !isOwnCollection(user, collection) && (
        <FollowButton kind="collection" name={collection.id} title={collection.title} />
      )}
      {user && <Deferred load={loadButtons} props={{ user, collection }} placeholder={null} />}
    </>
  )
}

/** The buttons of a collection. */
export const buttonsOf = (collection: Collection) => <Buttons collection={collection} />
/** How to add a collection to an AI app. */
export const appsOf = ({ slug, title }: Collection) => (
  <ClosedAddToApps path={`${mcpCollectionPath}${slug}`} title={title} />
)

/** The page of a collection that visitors can't see, for members. `missing` is shown if they can't see it either. */
export function OwnCollection({ slug, missing }: { slug: string; missing: ReactNode }) {
  return <OwnCollectionPage slug={slug} missing={missing} renderActions={buttonsOf} renderApps={appsOf} />
}
