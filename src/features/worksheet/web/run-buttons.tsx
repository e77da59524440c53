import { runTargets } from '#features/worksheet/run-target-rules.ts'
import { RunLink } from './run-link.tsx'
import { RunNote } from './run-note.tsx'
import { useWorksheet } from './use-worksheet.ts'

/** Five buttons that run the prompt in the main chats, or in image or video tools. Other targets are under “More”. */
export function RunButtons() {
  const { main, more } = runTargets[useWorksheet().medium]
  return (
    <section aria-label="Run in">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-ink-2 text-micro">
        <span className="font-medium">Run in</span>
        <span>
          <RunNote targets={main} />
        </span>
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
