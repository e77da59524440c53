import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Comparison } from '#features/comparison/contract.ts'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { copyText } from '#ui/copy-text.ts'
import { Field } from '#ui/forms/field.tsx'
import { notify } from '#ui/notice.tsx'
import { saveCompareDraft } from './compared-prompt.ts'
import { useChangeComparison } from './use-change-comparison.ts'

/** Lets the owner of a comparison name, share, publish, repeat and delete it. */
export function OwnerActions({ comparison, onDeleted }: { comparison: Comparison; onDeleted?: () => void }) {
  const { id, name, shared, published, withdrawnReason, prompt, promptHidden, content, variables, answers } = comparison
  const change = useChangeComparison(id)
  const isShown = !promptHidden && (shared || published)
  const onlyThese = withdrawnReason === null ? 'you' : 'you and moderators'
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newName = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    const body = { name: newName || null }
    void change((api, params) => api('PATCH /api/comparisons/{id}', { params, body }), 'Saved')
  }
  const share = async () => {
    const body = { shared: !shared }
    const done = await change((api, params) => api('POST /api/comparisons/{id}/share', { params, body }))
    if (!done) return
    const url = new URL(`/compare/${id}`, location.href).href
    if (shared) notify({ title: 'No longer shared' })
    else if (await copyText(url))
      notify({ title: 'Link copied', text: 'Anyone with the link can see this comparison.' })
    else notify({ title: 'Shared', text: url })
  }
  const publish = () => {
    const body = { published: !published }
    const notice = published ? 'Removed from the prompt’s page' : 'Published on the prompt’s page'
    void change((api, params) => api('POST /api/comparisons/{id}/publish', { params, body }), notice)
  }
  return (
    <div className="grid gap-4 border-ink border-t-2 pt-4">
      <p className="text-small">
        This comparison is saved in{' '}
        <Link to="/compare" className="link">
          your comparisons
        </Link>
        . {isShown ? 'Others can see it, without your name.' : `Only ${onlyThese} can see it.`}
      </p>
      {withdrawnReason !== null && (
        <p className="border-bad border-s-4 ps-3">
          <b>A moderator took it down: </b>
          <bdi>{withdrawnReason}</bdi>
        </p>
      )}
      {promptHidden && (
        <p className="border-hair border-s-4 ps-3">
          The prompt is no longer public.
          {content === '' && ' Its text and the answers that quote it are hidden.'}
        </p>
      )}
      <form className="flex flex-wrap items-end gap-2" onSubmit={rename}>
        <div className="min-w-0 flex-1 basis-60">
          <Field label="Name" name="name" maxLength={limits.nameMax} defaultValue={name ?? ''} autoComplete="off" />
        </div>
        <button type="submit" className="btn min-h-11">
          Save
        </button>
      </form>
      <div className="flex flex-wrap gap-2">
        {withdrawnReason === null && (shared || !promptHidden) && (
          <button type="button" className="btn" onClick={share}>
            {shared ? 'Stop sharing' : 'Share by link'}
          </button>
        )}
        {prompt && withdrawnReason === null && (published || answers.some(({ status }) => status === 'done')) && (
          <button type="button" className="btn" onClick={publish}>
            {published ? 'Remove from the prompt’s page' : 'Publish on the prompt’s page'}
          </button>
        )}
        {content !== '' && (
          <Link
            to="/compare"
            search={prompt ? { prompt: prompt.slug } : {}}
            className="btn"
            onClick={() => saveCompareDraft({ content: prompt ? '' : content, values: variables })}
          >
            Run again
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
      notify({ title: 'Deleted' })
      await queryClient.invalidateQueries({ queryKey: ['/api/user/comparisons'] })
      if (onDeleted) onDeleted()
      else await queryClient.invalidateQueries({ queryKey: ['/api/comparisons/{id}'] })
    } catch (error) {
      notify({ title: 'Not deleted', text: error instanceof Error ? error.message : undefined, isFailure: true })
    }
  }
  if (!isConfirming)
    return (
      <button type="button" className="btn btn-bad" onClick={() => setConfirming(true)}>
        Delete
      </button>
    )
  return (
    <>
      <button type="button" className="btn btn-bad" onClick={remove}>
        Delete the comparison and its votes
      </button>
      <button type="button" className="btn" onClick={() => setConfirming(false)}>
        Keep it
      </button>
    </>
  )
}
