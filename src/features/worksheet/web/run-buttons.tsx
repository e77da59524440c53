import { howItRuns, runTargetsOf } from '#features/worksheet/run-target-rules.ts'
import { RunLink } from './run-link.tsx'

/** Five buttons for the main chats, or image tools for a prompt for images; other targets are behind More. */
export function RunButtons({ category, tags }: { category: string; tags: string[] }) {
  const { main, more } = runTargetsOf(category, tags)
  return (
    <section aria-label="Run in">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-ink-2 text-micro">
        <span className="font-medium">Run in</span>
        {howItRuns(main)}
      </p>
      <div className="run">
        {main.map((target) => (
          <RunLink key={target.id} target={target}>
            <span className="sr-only">Run in </span>
            {target.name}
          </RunLink>
        ))}
      </div>
      <details className="run-more">
        <summary>More</summary>
        {more.map((target) => (
          <RunLink key={target.id} target={target} className="choice">
            {target.name}
          </RunLink>
        ))}
      </details>
    </section>
  )
}
