import { formatCost, formatSeconds } from '#features/comparison/web/answers/answer-format.ts'
import { modelLabel } from '#features/models/model-name-rules.ts'
import type { ModelResult } from '#features/prompt-tests/contract.ts'
import { passCount } from '#features/prompt-tests/rules.ts'
import { plural, t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { percent } from '#ui/lists/interval-bar.tsx'
import { ScaledInterval } from '#ui/lists/scaled-interval.tsx'
import '#features/comparison/web/ratings/rating-table.css'
import './prompt-tests.css'

/**
 * A table of results by model: how many answers passed, with the interval if there are enough answers. Outdated results
 * are gray.
 */
export function ResultTable({ results }: { results: ModelResult[] }) {
  return (
    <table className="data-table ratings">
      <thead>
        <tr>
          <th scope="col">{t('Model')}</th>
          <th scope="col">{t('Answers that passed, 95% interval')}</th>
          <th scope="col" className="r">
            {t('Median time')}
          </th>
          <th scope="col" className="r">
            {t('Price')}
          </th>
          <th scope="col" className="r">
            {t('Measured')}
          </th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <Row key={`${result.model} ${result.version}`} result={result} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ result }: { result: ModelResult }) {
  const { model, vendor, version, failed, price, time, cost, measuredAt, isCurrent } = result
  return (
    <tr className={isCurrent ? undefined : 'is-outdated'}>
      <th scope="row">
        {modelLabel(model, vendor).name}
        <span className="block font-normal text-ink-2 text-small">{version ?? model}</span>
      </th>
      <td>
        <PassCount result={result} />
        {failed > 0 && (
          <span className="block text-ink-2 text-small">
            {plural(failed, '{count} question got no answer', '{count} questions got no answer')}
          </span>
        )}
        {!isCurrent && <span className="badge mt-1">{outdatedLabel(result)}</span>}
      </td>
      <td className="r">{formatSeconds(time)}</td>
      <td className="r">
        {price === null ? t('Not charged') : plural(price, '{count} credit', '{count} credits')}
        {cost !== null && cost > 0 && <span className="block text-ink-2 text-small">{formatCost(cost)}</span>}
      </td>
      <td className="r">
        <time dateTime={measuredAt}>{usDate(measuredAt)}</time>
      </td>
    </tr>
  )
}

function PassCount({ result: { passed, answered, low, high } }: { result: ModelResult }) {
  const count = <b className="whitespace-nowrap tabular-nums">{passCount(passed, answered)}</b>
  if (low === null || high === null) return count
  return (
    <div className="flex items-center gap-3">
      {count}
      <ScaledInterval
        interval={{ low, value: passed / answered, high }}
        scale={{ from: 0, to: 1 }}
        label={t('{percent}, 95% interval from {percent2} to {percent3}', {
          percent: percent(passed / answered),
          percent2: percent(low),
          percent3: percent(high),
        })}
      />
    </div>
  )
}

function outdatedLabel({ promptVersion }: ModelResult): string {
  return promptVersion === null
    ? t('Unpublished text')
    : t('Version {promptVersion}, text or cases changed since', { promptVersion })
}
