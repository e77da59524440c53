import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { type AdminToolSearch, AdminToolsPage } from '#features/moderation/web/admin-tools-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/tools')({
  validateSearch: (search: Record<string, unknown>): AdminToolSearch => ({
    q: readText(search.q),
    dead: search.dead === true ? true : undefined,
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Tools')),
  component: ToolsRoute,
})

function ToolsRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title={t('Tools')} adminsOnly>
      {() => <AdminToolsPage search={search} />}
    </AdminFrame>
  )
}
