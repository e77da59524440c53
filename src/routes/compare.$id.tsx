import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useSession } from '#features/accounts/web/session-store.ts'
import { comparisonQuery } from '#features/comparison/web/comparison-queries.ts'
import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { MissingComparison } from '#features/comparison/web/missing-comparison.tsx'
import { Deferred } from '#ui/deferred.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { readCommentPaging } from '#web/list-search.ts'
import { pageHead, privateHead } from '#web/page-meta.ts'
import { Comments, loadReportButton } from './-comments.tsx'
import { ComparisonSection } from './-comparison-section.tsx'

export const Route = createFileRoute('/compare/$id')({
  validateSearch: readCommentPaging,
  loaderDeps: ({ search: { comments } }) => ({ comments }),
  // The loader is imported dynamically, since every first visit would otherwise download its code.
  loader: async ({ context, params: { id }, deps: { comments } }) => {
    const { loadComparison } = await import('./-comparison-loader.ts')
    return loadComparison(context, id, comments)
  },
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData) : privateHead('Comparison')),
  notFoundComponent: HiddenComparison,
  component: ComparisonRoute,
})

const loadButtons = () => import('./-comparison-buttons.tsx').then(({ ComparisonButtons }) => ComparisonButtons)

/**
 * The 404 page of a comparison. A member may be allowed to see a comparison that visitors can't see, so for members
 * the browser requests the comparison again with the session.
 */
function HiddenComparison() {
  const { id } = Route.useParams()
  const { user } = useSession()
  if (user)
    return (
      <div className="min-h-160">
        <Deferred key={id} load={loadComparisonPage} props={{ id, more: loadButtons }} />
      </div>
    )
  return (
    <div className="wrap min-h-160 pb-12">
      <PageHead title="Comparison" />
      <MissingComparison />
    </div>
  )
}

function ComparisonRoute() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { comments } = Route.useSearch()
  // The server's HTML shows what visitors see. After hydration, ComparisonSection fetches what the member may see, so
  // this query needn't.
  const { data } = useQuery({ ...comparisonQuery(api, id), refetchOnMount: false })
  // If the comparison's prompt isn't public (`promptHidden`), only the owner and those who may see the prompt can see
  // the comparison.
  const everyoneCanSee = data && !data.promptHidden && (data.published || data.shared)
  return (
    <div className="min-h-160">
      <ComparisonSection key={id} id={id} more={loadButtons} />
      {everyoneCanSee && (
        <div className="wrap pb-12">
          <Comments kind="comparison" id={id} cursor={comments} loadReport={loadReportButton} />
        </div>
      )}
    </div>
  )
}
