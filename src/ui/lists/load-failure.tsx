import { t } from '#lib/texts.ts'
import { FailureNote } from '#ui/note.tsx'

type Props = { title?: string; error: Error; onRetry: () => void }

/** Says within the page that data couldn't be loaded, with a button to try again. */
export function LoadFailure({ title = t('This could not be loaded'), error, onRetry }: Props) {
  return (
    <FailureNote
      title={title}
      action={
        <button type="button" className="btn" onClick={onRetry}>
          {t('Try again')}
        </button>
      }
    >
      {error.message}
    </FailureNote>
  )
}
