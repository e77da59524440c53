import { createFileRoute } from '@tanstack/react-router'
import { readText } from '#features/catalogue/web/list-search.ts'
import { reportReasons } from '#features/moderation/reason-rules.ts'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { ReportListPage, type ReportSearch } from '#features/moderation/web/reports/report-list-page.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/reports')({
  validateSearch: (search: Record<string, unknown>): ReportSearch => ({
    state: search.state === 'decided' ? 'decided' : undefined,
    reason: reportReasons.find((reason) => reason === search.reason),
    cursor: readText(search.cursor),
  }),
  head: () => adminHead(t('Reports')),
  component: ReportsRoute,
})

function ReportsRoute() {
  const search = Route.useSearch()
  return <AdminFrame title={t('Reports')}>{(user) => <ReportListPage user={user} search={search} />}</AdminFrame>
}
