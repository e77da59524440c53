import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '#features/health/web/health-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/admin/health')({
  head: () => privateHead('Health'),
  component: () => (
    <AdminFrame title="Health" adminsOnly>
      {() => <HealthPage />}
    </AdminFrame>
  ),
})
