import { positionOn, type Scale } from '#ui/lists/scaled-interval.tsx'

/** The maximum number of labels on the scale. */
const ticksMax = 5

/**
 * Returns a logarithmic scale, because the costs of models differ widely. `positionOf` returns the position of a cost,
 * from 0% to 100%. A cost of zero is at the start. If all costs are zero, the scale runs from $0.0001 to $1. `ticks`
 * are the labels of the scale, with their positions.
 */
export function costScaleOf(costs: number[]) {
  const paidCosts = costs.filter((cost) => cost > 0)
  const from = paidCosts.length === 0 ? -4 : Math.floor(Math.log10(Math.min(...paidCosts)))
  const to = Math.max(from + 1, paidCosts.length === 0 ? 0 : Math.ceil(Math.log10(Math.max(...paidCosts))))
  const scale: Scale = { from, to }
  const step = Math.ceil((to - from + 1) / ticksMax)
  const powers = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (power) => (power - from) % step === 0,
  )
  return {
    positionOf: (cost: number) => positionOn(scale, cost > 0 ? Math.log10(cost) : from),
    ticks: powers.map((power) => ({
      label: `$${(10 ** power).toFixed(Math.max(0, -power))}`,
      position: positionOn(scale, power),
    })),
  }
}
