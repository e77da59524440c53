import { createFileRoute } from '@tanstack/react-router'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { PromptHistoryPage } from '#features/writing/web/prompt-history-page.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/prompt/$slug_/history')({
  head: () => privateHead('History'),
  component: HistoryRoute,
})

function HistoryRoute() {
  const { slug } = Route.useParams()
  return <PromptHistoryPage id={slug} notFound={<ClientNotFoundPage />} />
}
