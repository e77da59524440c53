import { FailureNote } from '#ui/note.tsx'

/** Says why there may be no comparison at an address. */
export function MissingComparison() {
  return (
    <FailureNote title="There is no comparison here">
      It was deleted, or it isn’t shared. Only its owner can see a comparison that isn’t shared.
    </FailureNote>
  )
}
