import type { ReactNode } from 'react'
import type { Leaderboard } from '#features/comparison/contract.ts'
import { modelLabel } from '#features/models/model-name-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { plural, t } from '#lib/texts.ts'
import { type Scale, ScaledInterval } from '#ui/lists/scaled-interval.tsx'
import { averageRating } from '../../rules.ts'
import { formatCost, formatSeconds } from '../answers/answer-format.ts'

export type LeaderboardModel = Leaderboard['models'][number]
export type RatedModel = LeaderboardModel & { rating: number; low: number; high: number }

/** The minimum range of the drawn scale, in points. On a smaller scale, a tiny difference would look large. */
const minRange = 400
/** The ends of the scale are multiples of this number of points. */
const stepPoints = 100

/** Lists models by rating, with all intervals drawn on one scale. Models with too few votes show “Not enough data”. */
export function RatingTable({
  board: { models, ratedVotesMin },
  renderDetails,
}: {
  board: Leaderboard
  /** Renders what is below a model's name. */
  renderDetails?: (model: LeaderboardModel) => ReactNode
}) {
  const scale = scaleOf(models.filter(isRated))
  const best = models[0]?.rating ?? null
  return (
    <div className="overflow-x-auto">
      <table className="data-table ratings">
        <thead>
          <tr>
            <th scope="col">{t('Model')}</th>
            <th scope="col">{t('Rating, 95% interval')}</th>
            <th scope="col" className="r">
              {t('Blind votes')}
            </th>
            <th scope="col" className="r">
              {t('Median time')}
            </th>
            <th scope="col" className="r">
              {t('Price per answer')}
            </th>
            <th scope="col" className="r">
              {t('Cost per answer')}
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model, index) => (
            <tr key={model.model}>
              <th scope="row">
                {isRated(model) && <span className="tabular-nums">{index + 1}. </span>}
                {modelLabel(model.model, model.vendor).name}
                <span className="block font-normal text-ink-2 text-small">{model.model}</span>
                {renderDetails?.(model)}
              </th>
              <td>
                {isRated(model) ? (
                  <Interval model={model} scale={scale} isBest={model.rating === best} />
                ) : (
                  <span className="text-ink-2">
                    {t('Not enough data: {votes} of {ratedVotesMin} votes', { votes: model.votes, ratedVotesMin })}
                  </span>
                )}
              </td>
              <td className="r">
                {formatNumber(model.votes)}
                <span className="sm:hidden"> {t('votes')}</span>
              </td>
              <td className="r">{formatSeconds(model.medianTime)}</td>
              <td className="r">
                {model.medianPrice === null ? '–' : plural(model.medianPrice, '{count} credit', '{count} credits')}
              </td>
              <td className="r">{formatCost(model.medianCost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function isRated(model: LeaderboardModel): model is RatedModel {
  return model.rating !== null && model.low !== null && model.high !== null
}

/** Returns a scale that covers all intervals, and whose ends are multiples of `stepPoints`. */
export function scaleOf(models: Pick<RatedModel, 'low' | 'high'>[]): Scale {
  const low = Math.min(...models.map(({ low }) => low))
  const high = Math.max(...models.map(({ high }) => high))
  if (models.length === 0) return { from: averageRating - minRange / 2, to: averageRating + minRange / 2 }
  const margin = Math.max(0, minRange - (high - low)) / 2
  return {
    from: Math.floor((low - margin) / stepPoints) * stepPoints,
    to: Math.ceil((high + margin) / stepPoints) * stepPoints,
  }
}

function Interval({
  model: { rating, low, high },
  scale,
  isBest,
}: {
  model: RatedModel
  scale: Scale
  isBest: boolean
}) {
  return (
    <div className="flex items-center gap-3">
      <b className="min-w-11 tabular-nums">{formatNumber(rating)}</b>
      <ScaledInterval
        interval={{ low, value: rating, high }}
        scale={scale}
        mark={averageRating}
        isBest={isBest}
        label={t('95% interval from {low} to {high}, on a scale from {from} to {to}', {
          low,
          high,
          from: scale.from,
          to: scale.to,
        })}
      />
    </div>
  )
}
