import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { labelError, usualLabels } from '#features/labels/rules.ts'
import type { PromptVersion } from '#features/writing/contract.ts'
import type { StandingLabel } from '#features/writing/label-contract.ts'
import { t } from '#lib/texts.ts'
import { focusOnMount } from '#ui/focus-on-mount.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormActions } from '#ui/forms/form-actions.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { Icon } from '#ui/icon.tsx'
import { notify } from '#ui/notice.tsx'
import { rich } from '#ui/rich.ts'
import { labelsQuery } from './own-prompt-queries.ts'

type Props = { prompt: Pick<Prompt, 'id' | 'slug'>; version: PromptVersion; mayMove: boolean }

/** The labels on a version. Those who may move them get a button that removes each, and a form that puts one here. */
export function VersionLabels({ prompt, version: { version, labels }, mayMove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const remove = useRemoveLabel(prompt.id)
  const standing = useStandingLabels(prompt.id, mayMove)
  const isProtected = (label: string) => standing.find((one) => one.label === label)?.isProtected === true
  if (labels.length === 0 && !mayMove) return null
  return (
    <div className="mt-2">
      <ul className="flex flex-wrap items-center gap-2" aria-label={t('Labels of version {version}', { version })}>
        {labels.map((label) => (
          <li key={label} className="badge">
            {label}
            {isProtected(label) && <span className="font-normal text-ink-2">{t('protected')}</span>}
            {mayMove && (
              <button
                type="button"
                className="-my-1 -mr-1 grid size-6 place-items-center pointer-coarse:size-11"
                aria-label={t('Remove the label {label}', { label })}
                onClick={() => remove(label)}
              >
                <Icon name="x" className="icon-sm" />
              </button>
            )}
          </li>
        ))}
        {mayMove && !isOpen && (
          <li>
            <button type="button" className="link min-h-6 text-small" onClick={() => setOpen(true)}>
              {rich('Label this version{hidden}', { hidden: <span className="sr-only"> {version}</span> })}
            </button>
          </li>
        )}
      </ul>
      {mayMove && isOpen && <LabelForm prompt={prompt} version={version} onClose={() => setOpen(false)} />}
    </div>
  )
}

const fields = ['label'] as const

function LabelForm({
  prompt: { id, slug },
  version,
  onClose,
}: {
  prompt: Props['prompt']
  version: number
  onClose: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const standing = useStandingLabels(id, true)
  const [typed, setTyped] = useState('')
  const listId = useId()
  const current = standing.find(({ label }) => label === typed.trim())
  const send = async (values: { label: string }) => {
    const label = values.label.trim()
    try {
      const from = standing.find((one) => one.label === label)?.version ?? null
      const body = { version, from }
      const { isPublic } = await api('PUT /api/prompts/{id}/labels/{label}', { params: { id, label }, body })
      onClose()
      notify({
        title: t('“{label}” is on version {version}', { label, version }),
        text: isPublic ? undefined : t('Others can’t see this version, so they don’t get it by its label.'),
      })
    } catch (error) {
      await queryClient.invalidateQueries()
      return { label: (error as ApiError).message }
    }
    await queryClient.invalidateQueries()
    return undefined
  }
  const check = ({ label }: { label: string }) => {
    const error = labelError(label.trim())
    return error ? { label: error } : {}
  }
  const { errors, isSending, form } = useCheckedForm({ fields, check, send })
  const word = labelError(typed.trim()) === null ? typed.trim() : 'production'
  return (
    <form {...form} className="form mt-2">
      <Field
        label={t('Label for version {version}', { version })}
        name="label"
        list={listId}
        error={errors.label}
        help={
          current && current.version !== version ? (
            t('It moves here from version {version}.', { version: current.version })
          ) : (
            <>
              {rich(
                'Programs get this version at <code>/prompt/{slug}.md?label={word}</code>, until you move the label.',
                { slug, word, code: (text) => <code className="[overflow-wrap:anywhere]">{text}</code> },
              )}
            </>
          )
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        ref={focusOnMount}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {[...new Set([...usualLabels, ...standing.map(({ label }) => label)])].map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <FormActions
        label={t('Set label')}
        pendingLabel={t('Setting the label...')}
        isSending={isSending}
        onCancel={onClose}
      />
    </form>
  )
}

/** The labels of the prompt `id` and where they are, once they are loaded, for those who may move them. */
function useStandingLabels(id: string, enabled: boolean): StandingLabel[] {
  const { api } = useRouteContext({ from: '__root__' })
  return useQuery({ ...labelsQuery(api, id), enabled }).data ?? []
}

/** Returns a function that removes a label of a prompt. A failure is shown in a notice. */
function useRemoveLabel(id: string) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  return async (label: string) => {
    try {
      await api('DELETE /api/prompts/{id}/labels/{label}', { params: { id, label } })
      notify({ title: t('“{label}” removed', { label }) })
    } catch (error) {
      notify({ title: t('The label was not removed'), text: (error as ApiError).message, isFailure: true })
    }
    await queryClient.invalidateQueries()
  }
}
