import { FailureNote } from './note.tsx'

type Props = { title?: string; error: Error; onRetry: () => void }

/** Says in place that something could not be read and why, and offers to try again. */
export function LoadFailure({ title = 'This could not be read', error, onRetry }: Props) {
  return (
    <FailureNote
      title={title}
      action={
        <button type="button" className="btn" onClick={onRetry}>
          Try again
        </button>
      }
    >
      {error.message}
    </FailureNote>
  )
}
