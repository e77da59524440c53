import './rating-table.css'

/** An interval and its middle on a scale from 0 to 1, drawn to scale. `marks`: points of the scale that are drawn too. */
export function IntervalLine({
  low,
  middle,
  high,
  marks,
  label,
  className = '',
}: {
  low: number
  middle: number
  high: number
  marks: number[]
  label: string
  className?: string
}) {
  const at = (share: number) => `${(share * 100).toFixed(1)}%`
  return (
    <svg className={`rating ${className}`} role="img" aria-label={label}>
      <line className="scale" x1="0" x2="100%" y1="10" y2="10" />
      {marks.map((mark) => (
        <line key={mark} className="scale" x1={at(mark)} x2={at(mark)} y1="2" y2="18" />
      ))}
      <line className="span" x1={at(low)} x2={at(high)} y1="10" y2="10" />
      <circle className="dot" cx={at(middle)} cy="10" r="5" />
    </svg>
  )
}
