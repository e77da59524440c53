import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { CommentsSection } from '#features/comments/web/comments-section.tsx'
import { comparisonQuery } from '#features/comparison/web/comparison-queries.ts'
import { loadReportButton } from './-comments.tsx'

/** The comments on a comparison, once others may read it: before, it has none. */
export function ComparisonComments({ id, cursor }: { id: string; cursor?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery(comparisonQuery(api, id))
  if (!data || data.promptHidden || !(data.published || data.shared)) return null
  return <CommentsSection kind="comparison" id={id} cursor={cursor} loadReport={loadReportButton} />
}
