import { t } from '#lib/texts.ts'
import type { Interval } from '#lib/wilson.ts'

/** Where a share is on the bar, which goes from 50% to 100%. Lower shares are drawn at the left end. */
function position(share: number): string {
  return `${(Math.min(1, Math.max(0, (share - 0.5) * 2)) * 100).toFixed(1)}%`
}

/** Formats a share as a whole percentage. Only exactly 0 and 1 become 0% and 100%: 399 of 400 is 99%. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`
}

/**
 * A share of up votes with its confidence interval, which is longer the fewer votes there are. `className` sets the
 * size.
 */
export function IntervalBar({ interval, className = '' }: { interval: Interval; className?: string }) {
  const { low, share, high } = interval
  return (
    <svg
      className={`interval-bar ${className}`}
      role="img"
      aria-label={t('{percent} up, likely between {percent2} and {percent3} with more votes', {
        percent: percent(share),
        percent2: percent(low),
        percent3: percent(high),
      })}
    >
      <path className="scale" d="M.5 0v12" />
      <line className="scale" x1="0" x2="100%" y1="6" y2="6" />
      <line className="scale" x1="100%" x2="100%" y1="0" y2="12" />
      <line className="span" x1={position(low)} x2={position(high)} y1="6" y2="6" />
      <circle className="dot" cx={position(share)} cy="6" r="4" />
    </svg>
  )
}
