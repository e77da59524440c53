import { Deferred } from '#ui/deferred.tsx'
import type { MoreButtons } from './comparison-view.tsx'

const load = () => import('./comparison-page.tsx').then(({ ComparisonPage }) => ComparisonPage)

/** Where a comparison's page appears: who may see it is known in the browser alone, so the HTML is the same for all. `more` loads what a higher feature adds for members. */
export function ComparisonPlace({ id, more }: { id: string; more?: MoreButtons }) {
  return (
    <div className="min-h-160">
      <Deferred key={id} load={load} props={{ id, more }} />
      <noscript>
        <p className="wrap mt-8">A comparison needs JavaScript.</p>
      </noscript>
    </div>
  )
}
