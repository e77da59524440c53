import { useId, useMemo, useState } from 'react'
import type { ChangeRequest } from '#features/change-requests/contract.ts'
import { changeRequestLimits } from '#features/change-requests/rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { lostSince } from './lost-sentences.ts'
import { LostText } from './lost-text.tsx'
import { useChangeRequestAction } from './use-change-request-action.ts'

/** `content` is the text that accepting would store. The author can change it. */
type Props = { request: ChangeRequest; content: string; onChange: (content: string) => void }

/**
 * Offers the author's choices: accept (with an edited text if the prompt has a newer version), ask for changes,
 * decline. Lists what the author has added in the meantime and accepting would remove (`lost`).
 */
export function AuthorDecision({ request, content, onChange }: Props) {
  const { id, revision, prompt, proposed, isMoved } = request
  const { run, isSending } = useChangeRequestAction(id)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const titleId = useId()
  const base = request.base?.content ?? null
  const current = request.current.content
  const lost = useMemo(() => lostSince(base, current, content), [base, current, content])
  const params = { id }
  const answer = (title: string, verb: 'decline' | 'ask') => {
    if (reason.trim().length < changeRequestLimits.reasonMin) {
      setError(t('Say why, in at least 3 characters.'))
      return
    }
    void run(title, (api) => api(`POST /api/change-requests/{id}/${verb}`, { params, body: { revision, reason } }))
  }
  const accept = () => {
    const editedContent = content === proposed.content ? {} : { content }
    const body = { revision, version: prompt.version, ...editedContent }
    void run(t('Accepted'), (api) => api('POST /api/change-requests/{id}/accept', { params, body }))
  }
  return (
    <section aria-labelledby={titleId} className="grid max-w-[46rem] gap-4 rounded-2 border border-edge bg-raised p-4">
      <h2 id={titleId} className="text-h3">
        {t('Your decision')}
      </h2>
      {isMoved && (
        <TextArea
          label={t('Text of the new version')}
          help={t('It starts as the suggested text and replaces the current one. Combine both here if you want to.')}
          value={content}
          onChange={(event) => onChange(event.target.value)}
          rows={10}
          className="font-mono"
          dir="auto"
        />
      )}
      <LostText lost={lost} next={content} onKeep={onChange} />
      <div>
        <button
          type="button"
          className={`btn btn-big ${lost.length > 0 ? '' : 'btn-primary'}`}
          aria-disabled={isSending}
          onClick={accept}
        >
          {t('Accept as version {value}', { value: prompt.version + 1 })}
        </button>
      </div>
      <TextArea
        label={t('Answer')}
        help={t('To decline or to ask for changes, say why.')}
        error={error}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          setError(undefined)
        }}
        maxLength={changeRequestLimits.reasonMax}
        rows={2}
        dir="auto"
      />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          aria-disabled={isSending}
          onClick={() => answer(t('Changes requested'), 'ask')}
        >
          {t('Ask for changes')}
        </button>
        <button
          type="button"
          className="btn"
          aria-disabled={isSending}
          onClick={() => answer(t('Declined'), 'decline')}
        >
          {t('Decline')}
        </button>
      </div>
    </section>
  )
}
