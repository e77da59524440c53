import './scaled-interval.css'

export type Scale = { from: number; to: number }

/** Where a value is on a scale, from 0% to 100%. */
export function positionOn({ from, to }: Scale, value: number): string {
  return `${(((value - from) / (to - from)) * 100).toFixed(1)}%`
}

/**
 * A value and its interval, drawn on a scale that several values can share. `mark`: a value for which a vertical line
 * is drawn, such as the average. `label`: the value and its interval in words, for screen readers.
 */
export function ScaledInterval({
  interval: { low, value, high },
  scale,
  mark,
  isBest = false,
  label,
}: {
  interval: { low: number; value: number; high: number }
  scale: Scale
  mark?: number
  isBest?: boolean
  label: string
}) {
  const at = (value: number) => positionOn(scale, value)
  return (
    // Until the style sheet has loaded, these attributes set the height and the colors.
    <svg
      className={isBest ? 'scaled-interval is-best' : 'scaled-interval'}
      height="20"
      stroke="currentColor"
      fill="currentColor"
      role="img"
      aria-label={label}
    >
      <line className="scale" x1="0" x2="100%" y1="10" y2="10" />
      {mark !== undefined && <line className="scale" x1={at(mark)} x2={at(mark)} y1="2" y2="18" />}
      <line className="span" x1={at(low)} x2={at(high)} y1="10" y2="10" />
      <circle className="dot" cx={at(value)} cy="10" r="5" />
    </svg>
  )
}
