/** Holds the place of text that is on its way. Size comes by class. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`skel ${className}`} />
}
