import { pluralize } from '#lib/numbers.ts'
import type { CommentPage } from '../contract.ts'

/**
 * Shows how often a prompt, tool or comparison worked with each model family, according to reports of use. Tests and
 * votes aren't included. `since` is the first version with the current text, and `earlier` the number of reports about
 * earlier texts.
 */
export function UsageFigures({ usage: { models, since, earlier }, version }: Pick<CommentPage, 'usage' | 'version'>) {
  if (models.length === 0 && earlier === 0) return null
  const sinceVersion = since !== null && version !== null && version > 1 ? ` since version ${since}` : ''
  return (
    <section aria-label="Reported to work" className="mb-5 border-hair border-b pb-4">
      <h3 className="mb-2 text-card">
        Reported to work{' '}
        <span className="font-normal text-ink-2 text-small">by people who used it, not tested here</span>
      </h3>
      <ul className="grid gap-1 [overflow-wrap:anywhere]">
        {models.map(({ model, worked, partly, failed }) => (
          <li key={model}>
            <b className="tabular-nums">{`${worked} of ${worked + partly + failed}`}</b>
            {` on ${model}${sinceVersion}`}
            <span className="text-ink-2 text-small">{otherOutcomes({ partly, failed })}</span>
          </li>
        ))}
      </ul>
      {earlier > 0 && (
        <p className="mt-1 text-ink-2 text-small">
          {`${pluralize(earlier, 'report')} about earlier texts ${earlier === 1 ? 'isn’t' : 'aren’t'} counted.`}
        </p>
      )}
    </section>
  )
}

function otherOutcomes({ partly, failed }: { partly: number; failed: number }): string {
  const parts = [partly > 0 && `${partly} partly`, failed > 0 && `${failed} didn’t work`].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
