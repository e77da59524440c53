/** A bar for a value from 0 to 1. Screen readers skip it, because the number is next to it. */
export function Bar({ value }: { value: number }) {
  return (
    <svg className="bar" aria-hidden="true">
      <rect className="track" width="100%" height="100%" />
      <rect className="value" width={`${(value * 100).toFixed(1)}%`} height="100%" />
    </svg>
  )
}
