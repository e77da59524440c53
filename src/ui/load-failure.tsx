import { FailureNote } from './note.tsx'

type Props = { title?: string; error: Error; onRetry: () => void }

/** Says within the page that data couldn't be loaded, with a button to try again. */
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
