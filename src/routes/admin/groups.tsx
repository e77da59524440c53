import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminGroupsPage } from '#features/groups/web/admin-groups-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/groups')({
  validateSearch: (search: Record<string, unknown>): { q?: string; cursor?: string } => ({
    q: readText(search.q),
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Groups')),
  component: AdminGroupsRoute,
})

function AdminGroupsRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title={t('Groups')} adminsOnly>
      {() => <AdminGroupsPage search={search} />}
    </AdminFrame>
  )
}
