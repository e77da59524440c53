import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { GroupQueue } from '#features/approvals/web/group-queue.tsx'
import { GroupFileSection } from '#features/group-transfer/web/group-file-section.tsx'
import { GroupPage } from '#features/groups/web/group-page.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { WebhooksSection } from '#features/webhooks/web/webhooks-section.tsx'
import { t } from '#lib/texts.ts'
import { GroupCollections } from './-slots/-group-collections.tsx'
import { GroupPrompts } from './-slots/-group-prompts.tsx'

export const Route = createFileRoute('/group/$slug')({
  head: () => privateHead(t('Group')),
  component: GroupRoute,
})

function GroupRoute() {
  const { slug } = Route.useParams()
  return (
    <Protected>
      {(user) => (
        <GroupPage
          key={slug}
          slug={slug}
          user={user}
          missing={<ClientNotFoundPage />}
          renderContent={(group) => (
            <>
              <GroupQueue group={group} />
              <GroupPrompts group={group} />
              <GroupCollections group={group} />
              {group.role === 'approver' && <WebhooksSection group={slug} />}
              <GroupFileSection group={group} isAdmin={user.role === 'admin'} />
            </>
          )}
        />
      )}
    </Protected>
  )
}
