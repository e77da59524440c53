import { Link } from '@tanstack/react-router'
import { useOversightAction } from './use-oversight-action.ts'

/** The three answers to the question whether a prompt is still right, with one press each. */
export function ReviewAnswers({ prompt }: { prompt: { id: string; slug: string; title: string } }) {
  const { run, isSending } = useOversightAction()
  const { id, slug, title } = prompt
  const params = { id }
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Is “{title}” still right?</legend>
      <button
        type="button"
        className="btn"
        aria-disabled={isSending}
        onClick={() => run('Reviewed', (api) => api('POST /api/prompts/{id}/review/confirm', { params }))}
      >
        Still right
      </button>
      <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
        Change
      </Link>
      <button
        type="button"
        className="btn"
        aria-disabled={isSending}
        onClick={() => run('Out of use', (api) => api('POST /api/prompts/{id}/review/retire', { params }))}
      >
        Retire
      </button>
    </fieldset>
  )
}
