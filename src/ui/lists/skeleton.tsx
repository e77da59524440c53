/** Takes the place of text that is loading. `className` sets the size. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skel ${className}`} />
}
