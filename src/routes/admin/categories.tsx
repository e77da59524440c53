import { createFileRoute } from '@tanstack/react-router'
import { AdminCategoriesPage } from '#features/moderation/web/admin-categories-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/categories')({
  head: () => adminHead(t('Categories')),
  component: () => (
    <AdminFrame title={t('Categories')} adminsOnly>
      {() => <AdminCategoriesPage />}
    </AdminFrame>
  ),
})
