import { createFileRoute } from '@tanstack/react-router'
import { PromptHistoryPage } from '#features/catalogue/web/prompt-history-page.tsx'
import { LateNotFoundPage } from '#features/site/web/late-not-found-page.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/prompt/$slug_/history')({
  head: () => privateHead('History'),
  component: HistoryRoute,
})

function HistoryRoute() {
  const { slug } = Route.useParams()
  return <PromptHistoryPage id={slug} notFound={<LateNotFoundPage />} />
}
