import { FailureNote } from './note.tsx'

type Props = { title?: string; error: Error; onRetry: () => void }

/** An inline error for data that failed to load, with a retry button. */
export function LoadFailure({ title = 'This could not be loaded', error, onRetry }: Props) {
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
