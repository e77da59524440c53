import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Comparison } from '#features/comparison/contract.ts'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { t } from '#lib/texts.ts'
import { copyText } from '#ui/copy-text.ts'
import { Field } from '#ui/forms/field.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { saveCompareDraft } from './compared-prompt.ts'
import { useChangeComparison } from './use-change-comparison.ts'

/** Lets the owner of a comparison name, share, publish, repeat and delete it. */
export function OwnerActions({ comparison, onDeleted }: { comparison: Comparison; onDeleted?: () => void }) {
  const { id, name, shared, published, withdrawnReason, prompt, promptHidden, content, variables, answers } = comparison
  const change = useChangeComparison(id)
  const isShown = !promptHidden && (shared || published)
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newName = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    const body = { name: newName || null }
    void change((api, params) => api('PATCH /api/comparisons/{id}', { params, body }), t('Saved'))
  }
  const share = async () => {
    const body = { shared: !shared }
    const done = await change((api, params) => api('POST /api/comparisons/{id}/share', { params, body }))
    if (!done) return
    const url = new URL(`/compare/${id}`, location.href).href
    if (shared) notify({ title: t('No longer shared') })
    else if (await copyText(url))
      notify({ title: t('Link copied'), text: t('Anyone with the link can see this comparison.') })
    else notify({ title: t('Shared'), text: url })
  }
  const publish = () => {
    const body = { published: !published }
    const notice = published ? t('Removed from the prompt’s page') : t('Published on the prompt’s page')
    void change((api, params) => api('POST /api/comparisons/{id}/publish', { params, body }), notice)
  }
  return (
    <div className="grid gap-4 border-ink border-t-2 pt-4">
      <p className="text-small">
        {rich('This comparison is saved in <link>your comparisons</link>.', {
          link: (text) => (
            <Link to="/compare" className="link">
              {text}
            </Link>
          ),
        })}{' '}
        {isShown
          ? t('Others can see it, without your name.')
          : withdrawnReason === null
            ? t('Only you can see it.')
            : t('Only you and moderators can see it.')}
      </p>
      {withdrawnReason !== null && (
        <p className="border-bad border-l-4 pl-3">
          <b>{t('A moderator took it down:')} </b>
          <bdi>{withdrawnReason}</bdi>
        </p>
      )}
      {promptHidden && (
        <p className="border-hair border-l-4 pl-3">
          {content === ''
            ? t('The prompt is no longer public. Its text and the answers that quote it are hidden.')
            : t('The prompt is no longer public.')}
        </p>
      )}
      <form className="flex flex-wrap items-end gap-2" onSubmit={rename}>
        <div className="min-w-0 flex-1 basis-60">
          <Field
            label={t('Name')}
            name="name"
            maxLength={limits.nameMax}
            defaultValue={name ?? ''}
            autoComplete="off"
          />
        </div>
        <button type="submit" className="btn min-h-11">
          {t('Save')}
        </button>
      </form>
      <div className="flex flex-wrap gap-2">
        {withdrawnReason === null && (shared || !promptHidden) && (
          <button type="button" className="btn" onClick={share}>
            {shared ? t('Stop sharing') : t('Share by link')}
          </button>
        )}
        {prompt && withdrawnReason === null && (published || answers.some(({ status }) => status === 'done')) && (
          <button type="button" className="btn" onClick={publish}>
            {published ? t('Remove from the prompt’s page') : t('Publish on the prompt’s page')}
          </button>
        )}
        {content !== '' && (
          <Link
            to="/compare"
            search={prompt ? { prompt: prompt.slug } : {}}
            className="btn"
            onClick={() => saveCompareDraft({ content: prompt ? '' : content, values: variables })}
          >
            {t('Run again')}
          </Link>
        )}
        <DeleteButton id={id} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

function DeleteButton({ id, onDeleted }: { id: string; onDeleted?: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const remove = async () => {
    try {
      await api('DELETE /api/comparisons/{id}', { params: { id } })
      notify({ title: t('Deleted') })
      await queryClient.invalidateQueries({ queryKey: ['/api/user/comparisons'] })
      if (onDeleted) onDeleted()
      else await queryClient.invalidateQueries({ queryKey: ['/api/comparisons/{id}'] })
    } catch (error) {
      notify({ title: t('Not deleted'), text: error instanceof Error ? error.message : undefined, isFailure: true })
    }
  }
  if (!isConfirming)
    return (
      <button type="button" className="btn btn-bad" onClick={() => setConfirming(true)}>
        {t('Delete')}
      </button>
    )
  return (
    <>
      <button type="button" className="btn btn-bad" onClick={remove}>
        {t('Delete the comparison and its votes')}
      </button>
      <button type="button" className="btn" onClick={() => setConfirming(false)}>
        {t('Keep it')}
      </button>
    </>
  )
}
