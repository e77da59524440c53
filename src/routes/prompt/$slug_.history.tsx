import { createFileRoute } from '@tanstack/react-router'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { PromptHistoryPage } from '#features/writing/web/prompt-history-page.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/prompt/$slug_/history')({
  head: () => privateHead(t('History')),
  component: HistoryRoute,
})

function HistoryRoute() {
  const { slug } = Route.useParams()
  return <PromptHistoryPage id={slug} notFound={<ClientNotFoundPage />} />
}
