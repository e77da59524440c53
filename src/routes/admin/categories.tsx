import { createFileRoute } from '@tanstack/react-router'
import { AdminCategoriesPage } from '#features/moderation/web/admin-categories-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'

export const Route = createFileRoute('/admin/categories')({
  head: () => privateHead('Manage categories'),
  component: () => (
    <AdminFrame title="Categories" adminsOnly>
      {() => <AdminCategoriesPage />}
    </AdminFrame>
  ),
})
