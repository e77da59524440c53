import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { StatisticsPage } from '#features/prompt-statistics/web/statistics-page.tsx'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/prompt/$slug_/statistics')({
  validateSearch: (search: Record<string, unknown>): { year?: number } => ({ year: Number(search.year) || undefined }),
  head: () => privateHead(t('Statistics')),
  component: StatisticsRoute,
})

function StatisticsRoute() {
  const { slug } = Route.useParams()
  const { year } = Route.useSearch()
  return <Protected>{() => <StatisticsPage slug={slug} year={year} missing={<NotFoundPage />} />}</Protected>
}
