import { createFileRoute } from '@tanstack/react-router'
import { AdminGroupPage } from '#features/groups/web/admin-group-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/groups_/$slug')({
  head: () => adminHead(t('Group')),
  component: AdminGroupRoute,
})

function AdminGroupRoute() {
  const { slug } = Route.useParams()
  return (
    <AdminFrame title={t('Group')} adminsOnly>
      {(user) => <AdminGroupPage key={slug} slug={slug} user={user} missing={<ClientNotFoundPage />} />}
    </AdminFrame>
  )
}
