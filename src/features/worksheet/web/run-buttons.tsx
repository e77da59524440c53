import { runTargetsOf } from '#features/worksheet/run-target-rules.ts'
import { RunLink } from './run-link.tsx'

/** Five buttons for the main chats, or image tools for a prompt for images; other targets are behind More. */
export function RunButtons({ category, tags }: { category: string; tags: string[] }) {
  const { main, more } = runTargetsOf(category, tags)
  return (
    <section aria-label="Run in">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-ink-2 text-micro">
        <span className="font-medium">Run in</span>
        {main.some(({ takes }) => takes)
          ? 'Sends your text, or copies it to paste'
          : 'Copies your text for you to paste'}
      </p>
      <div className="run">
        {main.map((target) => (
          <RunLink key={target.id} target={target}>
            <b aria-hidden="true" className="font-display font-semibold text-[1.125rem] leading-tight">
              {target.letter}
            </b>
            <small className="text-[0.6875rem] text-ink-2">
              <span className="sr-only">Run in </span>
              {target.name}
            </small>
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
