import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Verifying } from '#features/accounts/web/protected.tsx'
import { useSession } from '#features/accounts/web/session-store.ts'
import { readCommentPaging } from '#features/catalogue/web/list-search.ts'
import { comparisonQuery } from '#features/comparison/web/comparison-queries.ts'
import { loadComparisonPage } from '#features/comparison/web/load-comparison-page.ts'
import { MissingComparison } from '#features/comparison/web/missing-comparison.tsx'
import { pageHead, privateHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { Comments, loadReportButton } from '../-slots/-comments.tsx'
import { ComparisonSection } from '../-slots/-comparison-section.tsx'

export const Route = createFileRoute('/compare/$id')({
  validateSearch: readCommentPaging,
  loaderDeps: ({ search: { comments } }) => ({ comments }),
  // The loader is imported dynamically, since every first visit would otherwise download its code.
  loader: async ({ context, params: { id }, deps: { comments } }) => {
    const { loadComparison } = await import('../-slots/-comparison-loader.ts')
    return loadComparison(context, id, comments)
  },
  head: ({ loaderData }) => (loaderData ? pageHead(loaderData) : privateHead(t('Comparison'))),
  component: ComparisonRoute,
})

const loadButtons = () => import('../-slots/-comparison-buttons.tsx').then(({ ComparisonButtons }) => ComparisonButtons)

/**
 * The page of a comparison that visitors can't see: a member may see it, because comparisons are personal until they
 * are shared. So the page has the status 200, and the browser of a member requests the comparison with the session.
 */
function HiddenComparison({ id }: { id: string }) {
  const session = useSession()
  if (session.state === 'loading') return <Verifying failure={session.failure} />
  if (session.user)
    return (
      <div className="min-h-160">
        <Deferred key={id} load={loadComparisonPage} props={{ id, more: loadButtons }} />
      </div>
    )
  return (
    <div className="wrap min-h-160 pb-12">
      <PageHead title={t('Comparison')} />
      <MissingComparison />
    </div>
  )
}

function ComparisonRoute() {
  const { id } = Route.useParams()
  return Route.useLoaderData() ? <PublicComparison id={id} /> : <HiddenComparison id={id} />
}

function PublicComparison({ id }: { id: string }) {
  const { api } = Route.useRouteContext()
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
