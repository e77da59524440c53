import { CardPending } from '#features/catalogue/web/pending.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'
import { PageHead } from '#ui/page-head.tsx'

/** The saved prompts on their way: the final shape, so that nothing moves when they come. */
export function SavedPending() {
  return (
    <div className="wrap" aria-busy="true">
      <PageHead title="Saved Prompts">
        <span role="status">Loading</span>
      </PageHead>
      <div className="mb-4 h-10" />
      <div className="sheet">
        {['a', 'b', 'c'].map((cell) => (
          <CardPending key={cell} />
        ))}
      </div>
    </div>
  )
}

/** The saved prompts could not be read. */
export function SavedFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="wrap">
      <PageHead title="Saved Prompts" />
      <LoadFailure title="Your saved prompts could not be read" error={error} onRetry={onRetry} />
    </div>
  )
}
