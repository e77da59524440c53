import { createFileRoute } from '@tanstack/react-router'
import { ModelReportPage } from '#features/models/web/model-report-page.tsx'
import { AdminFrame } from '#features/moderation/web/admin-frame.tsx'
import { EndedModels } from '#features/radar/web/ended-models.tsx'
import { FeaturedAnswers } from '#features/showcase/web/featured-answers.tsx'
import { adminHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/admin/models')({
  head: () => adminHead(t('Models')),
  component: () => (
    <AdminFrame title={t('Models')} adminsOnly>
      {() => (
        <>
          <ModelReportPage />
          <FeaturedAnswers />
          <div className="mt-8 border-ink border-t-2 pt-2.5">
            <EndedModels scope="site" />
          </div>
        </>
      )}
    </AdminFrame>
  ),
})
