import { createFileRoute } from '@tanstack/react-router'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { AuditPage, type AuditSearch } from '#features/moderation/web/audit-page.tsx'
import { text } from '#web/list-search.ts'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    actor: text(search.actor),
    action: text(search.action),
    target: text(search.target),
    cursor: text(search.cursor),
  }),
  head: () => privateHead('Audit log'),
  component: AuditRoute,
})

function AuditRoute() {
  const search = Route.useSearch()
  return (
    <AdminFrame title="Audit log" forAdmins>
      {() => <AuditPage search={search} />}
    </AdminFrame>
  )
}
