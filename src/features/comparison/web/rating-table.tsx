import type { Leaderboard } from '#features/comparison/contract.ts'
import { modelLabel } from '#features/models/model-name-rules.ts'
import { formatNumber, pluralize } from '#lib/numbers.ts'
import { secondsOf } from './answer-format.ts'
import { IntervalLine } from './interval-line.tsx'

type Ranked = Leaderboard['models'][number]
type Rated = Ranked & { rating: number; low: number; high: number }

/** The smallest range of the drawn scale, in points, so that a tiny difference doesn't look large. */
const minRange = 400
const stepPoints = 100

/** Models by rating, with all intervals drawn on one scale. Models with too few votes show “Not enough data”. */
export function RatingTable({ board: { models, ratedFrom } }: { board: Leaderboard }) {
  const scale = scaleOf(models.filter(isRated))
  const best = models[0]?.rating ?? null
  return (
    <div className="overflow-x-auto">
      <table className="board ratings">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Rating, 95% interval</th>
            <th scope="col" className="r">
              Blind votes
            </th>
            <th scope="col" className="r">
              Median time
            </th>
            <th scope="col" className="r">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.model}>
              <th scope="row">
                {modelLabel(model.model, model.vendor).name}
                <span className="block font-normal text-ink-2 text-small">{model.model}</span>
              </th>
              <td>
                {isRated(model) ? (
                  <Interval model={model} scale={scale} isBest={model.rating === best} />
                ) : (
                  <span className="text-ink-2">
                    Not enough data: {formatNumber(model.votes)} of {ratedFrom} votes
                  </span>
                )}
              </td>
              <td className="r">
                {formatNumber(model.votes)}
                <span className="sm:hidden"> votes</span>
              </td>
              <td className="r">{secondsOf(model.medianTime)}</td>
              <td className="r">{model.medianPrice === null ? '–' : pluralize(model.medianPrice, 'credit')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isRated(model: Ranked): model is Rated {
  return model.rating !== null && model.low !== null && model.high !== null
}

type Scale = { from: number; to: number }

/** A scale from a round number below the lowest interval to one above the highest. */
export function scaleOf(models: Pick<Rated, 'low' | 'high'>[]): Scale {
  const low = Math.min(...models.map(({ low }) => low))
  const high = Math.max(...models.map(({ high }) => high))
  if (models.length === 0) return { from: 1000 - minRange / 2, to: 1000 + minRange / 2 }
  const missing = Math.max(0, minRange - (high - low)) / 2
  return {
    from: Math.floor((low - missing) / stepPoints) * stepPoints,
    to: Math.ceil((high + missing) / stepPoints) * stepPoints,
  }
}

function Interval({ model: { rating, low, high }, scale, isBest }: { model: Rated; scale: Scale; isBest: boolean }) {
  const at = (points: number) => (points - scale.from) / (scale.to - scale.from)
  return (
    <div className="flex items-center gap-3">
      <b className="min-w-11 tabular-nums">{formatNumber(rating)}</b>
      <IntervalLine
        low={at(low)}
        middle={at(rating)}
        high={at(high)}
        marks={[at(1000)]}
        className={isBest ? 'is-best' : ''}
        label={`95% interval from ${formatNumber(low)} to ${formatNumber(high)}, on a scale from ${formatNumber(scale.from)} to ${formatNumber(scale.to)}`}
      />
    </div>
  )
}
