/** A placeholder for text that is loading. `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skel ${className}`} />
}
