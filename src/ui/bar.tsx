/** A quantity from 0 to 1 as a bar to scale. The figure stands beside it, so it is hidden from readers. */
export function Bar({ value }: { value: number }) {
  return (
    <svg className="bar" aria-hidden="true">
      <rect className="track" width="100%" height="100%" />
      <rect className="value" width={`${(value * 100).toFixed(1)}%`} height="100%" />
    </svg>
  )
}
