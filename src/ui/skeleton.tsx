/** A placeholder for text that is loading. Set its size by class. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skel ${className}`} />
}
