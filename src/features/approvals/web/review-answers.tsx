import { Link } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { useOversightAction } from './use-oversight-action.ts'

/** The three answers to the question whether a prompt is still right, with one press each. */
export function ReviewAnswers({ prompt }: { prompt: { id: string; slug: string; title: string } }) {
  const { run, isSending } = useOversightAction()
  const { id, slug, title } = prompt
  const params = { id }
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('Is “{title}” still right?', { title })}</legend>
      <button
        type="button"
        className="btn"
        aria-disabled={isSending}
        onClick={() => run(t('Reviewed'), (api) => api('POST /api/prompts/{id}/review/confirm', { params }))}
      >
        {t('Still right')}
      </button>
      <Link to="/prompt/$slug/edit" params={{ slug }} className="btn">
        {t('Change')}
      </Link>
      <button
        type="button"
        className="btn"
        aria-disabled={isSending}
        onClick={() => run(t('Out of use'), (api) => api('POST /api/prompts/{id}/review/retire', { params }))}
      >
        {t('Retire')}
      </button>
    </fieldset>
  )
}
