import { createFileRoute } from '@tanstack/react-router'
import { ModelReportPage } from '#features/models/web/model-report-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/admin/models')({
  head: () => privateHead('Models'),
  component: () => (
    <AdminFrame title="Models" adminsOnly>
      {() => <ModelReportPage />}
    </AdminFrame>
  ),
})
