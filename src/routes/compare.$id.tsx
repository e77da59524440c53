import { createFileRoute } from '@tanstack/react-router'
import { Deferred } from '#ui/deferred.tsx'
import { privateHead } from '#web/page-meta.ts'

export const Route = createFileRoute('/compare/$id')({
  head: () => privateHead('Comparison'),
  component: ComparisonRoute,
})

const loadPage = () =>
  import('#features/comparison/web/comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)
const loadButtons = () => import('./-comparison-buttons.tsx').then(({ ComparisonButtons }) => ComparisonButtons)

/** The page loads in the browser, since only the browser knows who may see it. So the HTML is the same for everyone. */
function ComparisonRoute() {
  const { id } = Route.useParams()
  return (
    <div className="min-h-160">
      <Deferred key={id} load={loadPage} props={{ id, more: loadButtons }} />
      <noscript>
        <p className="wrap mt-8">A comparison needs JavaScript.</p>
      </noscript>
    </div>
  )
}
