import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { ApprovalPage } from '#features/approvals/web/approval-page.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/approval/$id')({
  head: () => privateHead(t('Approval')),
  component: ApprovalRoute,
})

function ApprovalRoute() {
  const { id } = Route.useParams()
  return <Protected>{() => <ApprovalPage key={id} id={id} notFound={<ClientNotFoundPage />} />}</Protected>
}
