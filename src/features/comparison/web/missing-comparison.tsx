import { FailureNote } from '#ui/note.tsx'

/** Explains why there may be no comparison at this URL. */
export function MissingComparison() {
  return <FailureNote title="There is no comparison here">The comparison was deleted, or it is private.</FailureNote>
}
