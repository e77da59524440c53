import { positionOn, type Scale } from '#ui/scaled-interval.tsx'

/** At most this many values stand below the scale. */
const ticksMax = 5

/**
 * A scale of costs as powers of ten, since those of models lie far apart. `of`: where a cost is, from 0% to 100%; an answer that
 * costs nothing is at the start.
 */
export function costScaleOf(costs: number[]) {
  const paid = costs.filter((cost) => cost > 0)
  const from = paid.length === 0 ? -4 : Math.floor(Math.log10(Math.min(...paid)))
  const to = Math.max(from + 1, paid.length === 0 ? 0 : Math.ceil(Math.log10(Math.max(...paid))))
  const scale: Scale = { from, to }
  const step = Math.ceil((to - from + 1) / ticksMax)
  const powers = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (power) => (power - from) % step === 0,
  )
  return {
    of: (cost: number) => positionOn(scale, cost > 0 ? Math.log10(cost) : from),
    ticks: powers.map((power) => ({
      label: `$${(10 ** power).toFixed(Math.max(0, -power))}`,
      at: positionOn(scale, power),
    })),
  }
}
