import { ApiError } from '#client/api-error.ts'
import type { CollectionEdit } from '#features/collections/contract.ts'
import { audiences, collectionLimits as limits, type Visibility, visibilities } from '#features/collections/rules.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { t } from '#lib/texts.ts'
import { LabeledControl, TextArea } from '#ui/forms/form-controls.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { WrappedInput } from '#ui/forms/wrapped-input.tsx'
import { notify } from '#ui/notice.tsx'

const fields = ['title', 'description', 'visibility'] as const

type Values = Required<CollectionEdit>

/**
 * The form for a collection's title, description and visibility. `send` stores them. If `send` throws, errors about
 * fields appear at those fields, and any other error as a notice.
 */
export function CollectionForm({
  initial,
  label,
  pendingLabel,
  send,
}: {
  initial?: Values & { featured?: boolean }
  label: string
  pendingLabel: string
  send: (values: Values, form: HTMLFormElement) => Promise<void>
}) {
  const { errors, isSending, form } = useCheckedForm({
    fields,
    check: ({ title, description }) => {
      const titleError = lineError(oneLine(title), 'title', { min: limits.titleMin, max: limits.titleMax })
      const descriptionError = lineError(oneLine(description), 'description', { min: 0, max: limits.descriptionMax })
      return {
        ...(titleError && { title: titleError }),
        ...(descriptionError && { description: descriptionError }),
      }
    },
    send: async ({ title, description, visibility }, form) => {
      try {
        await send({ title, description, visibility: visibility as Visibility }, form)
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        notify({ title: t('The collection was not saved'), text: (error as Error).message, isFailure: true })
      }
      return undefined
    },
  })
  return (
    <form {...form} className="form">
      <LabeledControl label={t('Title')} error={errors.title}>
        {(control) => (
          <WrappedInput {...control} name="title" defaultValue={initial?.title} autoComplete="off" dir="auto" />
        )}
      </LabeledControl>
      <TextArea
        label={t('Description')}
        name="description"
        rows={3}
        help={
          initial?.featured
            ? t('Optional. A new title or description takes the collection off the home page.')
            : t('Optional.')
        }
        defaultValue={initial?.description}
        error={errors.description}
        dir="auto"
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('Who can see it')}</legend>
        {visibilities.toReversed().map((visibility) => (
          <label key={visibility} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="visibility"
              value={visibility}
              defaultChecked={visibility === (initial?.visibility ?? 'private')}
              className="size-4.5 accent-ink"
            />
            {audiences[visibility]}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="btn btn-primary justify-self-start" aria-disabled={isSending}>
        {isSending ? pendingLabel : label}
      </button>
    </form>
  )
}
