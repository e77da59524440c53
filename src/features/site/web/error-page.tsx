import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'

/** Replaces a page that failed to load with an explanation and a button to try again. */
export function ErrorPage({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  return (
    <div className="wrap pt-10">
      <h1 className="mb-5 text-h2">{title}</h1>
      <FailureNote
        title={text}
        action={
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn js-only" onClick={onRetry}>
              <Icon name="rotate-ccw" className="icon-sm" />
              Try again
            </button>
            <Link to="/" className="btn btn-bare">
              Back to Home
            </Link>
          </div>
        }
      />
    </div>
  )
}
