import { createFileRoute } from '@tanstack/react-router'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { OverviewPage } from '#features/moderation/web/overview-page.tsx'
import { FeaturedOffer } from '#features/showcase/web/featured-answers.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/')({
  head: () => privateHead(t('Admin')),
  component: () => (
    <AdminFrame title={t('Admin')}>
      {(user) => <OverviewPage user={user} offer={user.role === 'admin' && <FeaturedOffer />} />}
    </AdminFrame>
  ),
})
