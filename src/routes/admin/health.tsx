import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '#features/health/web/health-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/health')({
  head: () => adminHead(t('Health')),
  component: () => (
    <AdminFrame title={t('Health')} adminsOnly>
      {() => <HealthPage />}
    </AdminFrame>
  ),
})
