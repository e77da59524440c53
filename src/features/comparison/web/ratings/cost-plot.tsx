import type { Leaderboard } from '#features/comparison/contract.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { LateStyle } from '#ui/lists/late-style.tsx'
import { positionOn, type Scale } from '#ui/lists/scaled-interval.tsx'
import { formatCost } from '../answers/answer-format.ts'
import plotStyle from './cost-plot.css?url'
import { costScaleOf } from './cost-scale.ts'
import { isRated, type RatedModel, scaleOf } from './rating-table.tsx'

type PricedModel = RatedModel & { medianCost: number; rank: number }

/**
 * Plots ratings with their intervals against the median cost of an answer. The leaderboard's table has the same
 * numbers. Renders nothing if fewer than two models have a rating and a cost.
 */
export function CostPlot({ board: { models } }: { board: Leaderboard }) {
  const pricedModels = models.flatMap((model, index): PricedModel[] =>
    isRated(model) && model.medianCost !== null ? [{ ...model, medianCost: model.medianCost, rank: index + 1 }] : [],
  )
  if (pricedModels.length < 2) return null
  const costScale = costScaleOf(pricedModels.map(({ medianCost }) => medianCost))
  const ratingScale = scaleOf(pricedModels)
  return (
    <Section title={t('Rating and cost')}>
      <figure className="cost-plot">
        {/* The style sheet is linked only here, because a page without the plot doesn't need it. */}
        <LateStyle href={plotStyle} />
        <svg role="img" aria-label={t('Rating against the median cost of an answer. The table has the same figures.')}>
          {ticksOf(ratingScale).map((rating) => (
            <g key={rating}>
              <line
                className="grid-line"
                x1="0"
                x2="100%"
                y1={yOf(ratingScale, rating)}
                y2={yOf(ratingScale, rating)}
              />
              <text x="-8" y={yOf(ratingScale, rating)} dy="4" textAnchor="end">
                {formatNumber(rating)}
              </text>
            </g>
          ))}
          {costScale.ticks.map(({ label, position }) => (
            <text key={label} x={position} y="100%" dy="20" textAnchor="middle">
              {label}
            </text>
          ))}
          {pricedModels.toReversed().map((model) => (
            <Point key={model.model} model={model} x={costScale.positionOf(model.medianCost)} scale={ratingScale} />
          ))}
        </svg>
        <figcaption className="text-ink-2 text-small">
          {t(
            'Higher is better, and further left is cheaper. Each step of the cost scale multiplies the cost by the same factor. The numbers are the ranks in the table, and the vertical lines are 95% intervals.',
          )}
        </figcaption>
      </figure>
    </Section>
  )
}

function Point({ model, x, scale }: { model: PricedModel; x: string; scale: Scale }) {
  const yAt = (rating: number) => yOf(scale, rating)
  return (
    <g>
      <title>{`${modelLine(model.model, model.vendor)}: ${formatNumber(model.rating)}, ${formatCost(model.medianCost)}`}</title>
      <line className="interval" x1={x} x2={x} y1={yAt(model.low)} y2={yAt(model.high)} />
      <circle className={model.rank === 1 ? 'dot is-best' : 'dot'} cx={x} cy={yAt(model.rating)} r="11" />
      <text className="rank" x={x} y={yAt(model.rating)} dy="4" textAnchor="middle">
        {model.rank}
      </text>
    </g>
  )
}

/** Returns the y coordinate of a rating. Higher ratings have smaller coordinates. */
function yOf({ from, to }: Scale, rating: number): string {
  return positionOn({ from: to, to: from }, rating)
}

/** Returns the two ends of a scale, and three values between them. */
function ticksOf({ from, to }: Scale): number[] {
  return [0, 1, 2, 3, 4].map((step) => from + ((to - from) * step) / 4)
}
