import { createFileRoute } from '@tanstack/react-router'
import { Deferred } from '#ui/deferred.tsx'
import { readCommentPaging } from '#web/list-search.ts'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/compare/$id')({
  validateSearch: readCommentPaging,
  head: () => privateHead('Comparison'),
  component: ComparisonRoute,
})

const loadPage = () =>
  import('#features/comparison/web/comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
const loadButtons = () => import('./-comparison-buttons.tsx').then(({ ComparisonButtons }) => ComparisonButtons)

const loadComments = () => import('./-comparison-comments.tsx').then(({ ComparisonComments }) => ComparisonComments)

/** The page loads in the browser, since only the browser knows who may see it. So the HTML is the same for everyone. */
function ComparisonRoute() {
  const { id } = Route.useParams()
  const { comments } = Route.useSearch()
  return (
    <div className="min-h-160">
      <Deferred key={id} load={loadPage} props={{ id, more: loadButtons }} />
      <div className="wrap pb-12">
        <Deferred load={loadComments} props={{ id, cursor: comments }} waiting={null} />
      </div>
      <noscript>
        <p className="wrap mt-8">A comparison needs JavaScript.</p>
      </noscript>
    </div>
  )
}
