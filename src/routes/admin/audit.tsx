import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { AuditPage, type AuditSearch } from '#features/moderation/web/audit-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    actor: readText(search.actor),
    action: readText(search.action),
    target: readText(search.target),
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Audit log')),
  component: AuditRoute,
})

function AuditRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title={t('Audit log')} adminsOnly>
      {() => <AuditPage search={search} />}
    </AdminFrame>
  )
}
