import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { OwnCollection } from '#features/collections/contract.ts'
import { type ItemKind, collectionLimits as limits } from '#features/collections/rules.ts'
import { t, translate } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Checkbox } from '#ui/forms/form-controls.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { notify } from '#ui/notice.tsx'
import { pressReaction, useReaction } from '#ui/reactions.ts'
import { visibilityNames } from './collection-page.tsx'
import { ownCollectionsQuery } from './collection-queries.ts'
import { useChangeCollections } from './use-change-collections.ts'

/** The prompt, tool or comparison to add. The `title` of a comparison is its name. */
export type Target = { kind: ItemKind; id: string; title: string }

/**
 * A dialog for saving a prompt, tool or comparison: checkboxes for the saved prompts (only for a prompt) and each of
 * the member's collections, and a form that creates a collection with it. Each change is stored immediately.
 */
export function CollectionChoice({ target, onClose }: { target: Target; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const query = ownCollectionsQuery(api, target)
  const { data: collections, error, refetch } = useQuery(query)
  const change = useChangeCollections()
  /** For each collection (by id) with a pending request: whether it will contain the target. */
  const [expected, setExpected] = useState<Record<string, boolean>>({})
  const [isCreating, setCreating] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])

  const add = (collectionId: string) =>
    change(
      (api) =>
        api('POST /api/collections/{id}/items', {
          params: { id: collectionId },
          body: { kind: target.kind, id: target.id },
        }),
      t('It was not added'),
    )
  const toggle = async ({ id: collectionId, itemId, title }: OwnCollection) => {
    if (collectionId in expected) return
    setExpected((known) => ({ ...known, [collectionId]: itemId === null }))
    const done = await (itemId === null
      ? add(collectionId)
      : change(
          (api) => api('DELETE /api/collections/{id}/items/{itemId}', { params: { id: collectionId, itemId } }),
          t('It was not removed'),
        ))
    setExpected(({ [collectionId]: _, ...others }) => others)
    if (done)
      notify({ title: itemId === null ? t('Added to {title}', { title }) : t('Removed from {title}', { title }) })
  }
  const close = () => dialog.current?.close()
  /** Creates the collection whose name was typed and adds the target. Returns whether that succeeded. */
  const create = async (form: HTMLFormElement) => {
    const title = String(new FormData(form).get('newTitle') ?? '')
    setCreating(true)
    const created = await change(
      (api) => api('POST /api/collections', { body: { title } }),
      t('The collection was not created'),
    )
    setCreating(false)
    if (!created) return false
    form.reset()
    const added = await add(created.result.id)
    if (added)
      notify({ title: t('Added to {title}', { title: created.result.title }), text: t('Only you can see it.') })
    return Boolean(added)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isCreating) return
    const form = event.currentTarget
    const isDone = (event.nativeEvent as SubmitEvent).submitter === done.current
    if ((await create(form)) && isDone) close()
  }
  /** Done closes the dialog, and first creates the collection whose name was typed. */
  const finish = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget
    if (String(new FormData(form ?? undefined).get('newTitle') ?? '').trim() !== '') return
    event.preventDefault()
    close()
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="mb-2 text-h3">
        {t('Add to collection')}
      </h2>
      <p className="mb-4 text-ink-2 [overflow-wrap:anywhere]" dir="auto">
        {target.title}
      </p>
      {error && !collections && (
        <LoadFailure title={t('Your collections could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      <fieldset className="mb-5 grid gap-1" aria-busy={!collections}>
        <legend className="sr-only">{t('Where to save it')}</legend>
        {target.kind === 'prompt' && <SavedChoice promptId={target.id} />}
        {collections?.map((collection) => (
          <Checkbox
            key={collection.id}
            checked={expected[collection.id] ?? collection.itemId !== null}
            onChange={() => toggle(collection)}
            label={
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span dir="auto">{collection.title}</span>
                <span className="text-ink-2 text-small"> · {translate(visibilityNames[collection.visibility])}</span>
              </span>
            }
          />
        ))}
      </fieldset>
      <form className="grid gap-3" onSubmit={submit}>
        <Field
          label={t('New collection')}
          name="newTitle"
          required
          minLength={limits.titleMin}
          maxLength={limits.titleMax}
          autoComplete="off"
          dir="auto"
        />
        <div className="flex flex-wrap justify-end gap-2">
          <button type="submit" className="btn" aria-disabled={isCreating}>
            {t('Create and add')}
          </button>
          <button ref={done} type="submit" className="btn btn-primary" aria-disabled={isCreating} onClick={finish}>
            {t('Done', { context: 'button' })}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** The checkbox that saves the prompt, as its Save button does, or removes it from the saved prompts. */
function SavedChoice({ promptId }: { promptId: string }) {
  const isSaved = useReaction('favorite', promptId) === 1
  return (
    <Checkbox
      checked={isSaved}
      onChange={() => pressReaction('favorite', promptId, 1)}
      label={t('Saved Prompts · only you')}
    />
  )
}
