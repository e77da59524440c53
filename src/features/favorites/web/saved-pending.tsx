import { CardPending } from '#features/catalogue/web/pending.tsx'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'

/** Shows the page of saved prompts while it loads, in its final layout, because nothing should move afterwards. */
export function SavedPending() {
  return (
    <div className="wrap" aria-busy="true">
      <PageHead title={t('Saved Prompts')}>
        <span role="status">{t('Loading')}</span>
      </PageHead>
      <div className="mb-4 h-10" />
      <div className="cards">
        {['a', 'b', 'c'].map((cell) => (
          <CardPending key={cell} />
        ))}
      </div>
    </div>
  )
}

/** Shows that the saved prompts could not be loaded. */
export function SavedFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="wrap">
      <PageHead title={t('Saved Prompts')} />
      <LoadFailure title={t('Your saved prompts could not be loaded')} error={error} onRetry={onRetry} />
    </div>
  )
}
