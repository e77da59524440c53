import type { Interval } from '#lib/wilson.ts'

/** Where a share lies on the drawn scale, which runs from 50 % to 100 %: below half, it stands at the left end. */
function position(share: number): string {
  return `${(Math.min(1, Math.max(0, (share - 0.5) * 2)) * 100).toFixed(1)}%`
}

/** A share in whole percent. All or nothing is said only of all or nothing: 399 of 400 are 99%. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`
}

/** A share of votes with its uncertainty, to scale: few votes, a long bar. Sized by `className`. */
export function IntervalBar({ interval, className = '' }: { interval: Interval; className?: string }) {
  const { low, share, high } = interval
  return (
    <svg
      className={`interval-bar ${className}`}
      role="img"
      aria-label={`${percent(share)} up, between ${percent(low)} and ${percent(high)} for certain`}
    >
      <path className="scale" d="M.5 0v12" />
      <line className="scale" x1="0" x2="100%" y1="6" y2="6" />
      <line className="scale" x1="100%" x2="100%" y1="0" y2="12" />
      <line className="span" x1={position(low)} x2={position(high)} y1="6" y2="6" />
      <circle className="dot" cx={position(share)} cy="6" r="4" />
    </svg>
  )
}
