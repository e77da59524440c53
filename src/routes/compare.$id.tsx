import { createFileRoute } from '@tanstack/react-router'
import { ComparisonPlace } from '#features/comparison/web/comparison-place.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/compare/$id')({
  head: () => privateHead('Comparison'),
  component: ComparisonRoute,
})

const loadReportButton = () =>
  import('#features/moderation/web/report-comparison-button.tsx').then(
    ({ ReportComparisonButton }) => ReportComparisonButton,
  )

function ComparisonRoute() {
  const { id } = Route.useParams()
  return <ComparisonPlace id={id} more={loadReportButton} />
}
