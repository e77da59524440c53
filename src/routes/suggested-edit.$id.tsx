import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { RequestPage } from '#features/change-requests/web/request-page.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/suggested-edit/$id')({
  head: () => privateHead(t('Suggested edit')),
  component: SuggestedEditRoute,
})

function SuggestedEditRoute() {
  const { id } = Route.useParams()
  return (
    <Protected>
      {() => <RequestPage key={id} id={id} notFound={<ClientNotFoundPage />} Report={ReportButton} />}
    </Protected>
  )
}
