import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { licenseDescriptions, licenseNames } from '#features/catalogue/license-rules.ts'
import { pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { exampleLicense, exampleLimits as limits, exampleMessages as messages } from '#features/examples/rules.ts'
import { utcDay } from '#lib/utc-day.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/form-controls.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { notify } from '#ui/notice.tsx'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { altField, PictureFields } from './picture-fields.tsx'
import { useUploads } from './use-uploads.ts'

type Values = Record<string, string>
type Props = { prompt: Prompt; onAdded: () => Promise<void>; onClose: () => void }

const toolList = 'example-tools'

/** Shows the form for adding what a member got from a prompt: a text or pictures, with model, day and settings. */
export function ExampleForm({ prompt, onAdded, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [kind, setKind] = useState<'text' | 'pictures'>(prompt.category.slug === imageCategory ? 'pictures' : 'text')
  const { uploads, add, remove } = useUploads()
  const uploadedPictures = uploads.filter(({ picture }) => picture)
  const altFields = uploadedPictures.map(altField)

  const checkContents = ({ text = '', ...values }: Values): Values => {
    if (kind === 'text')
      return text.trim().length < limits.textMin
        ? { text: messages.textShort }
        : text.trim().length > limits.textMax
          ? { text: messages.textLong }
          : {}
    if (uploads.some(({ picture, failure }) => !picture && !failure))
      return { pictures: 'Wait for the uploads to finish' }
    if (uploadedPictures.length === 0) return { pictures: 'Choose a picture' }
    const missing = altFields.filter((name) => (values[name] ?? '').trim().length < limits.altMin)
    return Object.fromEntries(missing.map((name) => [name, messages.altMissing]))
  }
  const { errors, isSending, form } = useCheckedForm<string>({
    fields: ['text', 'pictures', ...altFields, 'model', 'madeOn', 'settings'],
    check: (values) => ({
      ...checkContents(values),
      ...(values.model?.trim() === '' && { model: messages.nameMissing }),
      ...((!values.madeOn || values.madeOn > today()) && { madeOn: messages.madeOn }),
    }),
    send: async ({ text = '', model = '', madeOn = '', settings = '', ...values }) => {
      const pictures = uploadedPictures.map((upload) => ({
        id: upload.picture?.id ?? '',
        alt: values[altField(upload)] ?? '',
      }))
      const body = { model, madeOn, settings, ...(kind === 'text' ? { text } : { pictures }) }
      try {
        const { status } = await api('POST /api/prompts/{id}/examples', { params: { id: prompt.id }, body })
        notify(
          status === 'pending'
            ? { title: 'Added', text: 'A moderator checks your example before others see it.' }
            : { title: 'Added', text: 'Everyone can see your example now.' },
        )
        onClose()
        await onAdded()
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        notify({ title: 'The example was not added', text: (error as Error).message, isFailure: true })
      }
      return undefined
    },
  })
  return (
    <FormDialog
      title="Add an example"
      submitLabel="Add example"
      pendingLabel="Adding..."
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="mb-1 font-semibold">What did you get?</legend>
        {(['text', 'pictures'] as const).map((option) => (
          <label key={option} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="kind"
              checked={kind === option}
              onChange={() => setKind(option)}
              className="size-4.5 accent-ink"
            />
            {option === 'text' ? 'Text' : 'Pictures'}
          </label>
        ))}
      </fieldset>
      {kind === 'text' ? (
        <TextArea rows={6} label="Text" name="text" error={errors.text} help="As the model wrote it." />
      ) : (
        <PictureFields uploads={uploads} add={add} remove={remove} error={errors.pictures} altErrors={errors} />
      )}
      <Field
        label="Model"
        name="model"
        list={kind === 'pictures' ? toolList : undefined}
        error={errors.model}
        maxLength={limits.modelMax}
        autoComplete="off"
      />
      <datalist id={toolList}>
        {Object.values(pictureTools).map((tool) => (
          <option key={tool} value={tool} />
        ))}
      </datalist>
      <Field label="When" name="madeOn" type="date" defaultValue={today()} max={today()} error={errors.madeOn} />
      <TextArea
        rows={2}
        label="Settings"
        name="settings"
        error={errors.settings}
        maxLength={limits.settingsMax}
        help="Seed, temperature, what you filled in. Optional."
      />
      <p className="text-ink-2 text-small">
        Add only what you got from this prompt yourself. You license it under {licenseNames[exampleLicense]}.{' '}
        {licenseDescriptions[exampleLicense]}
      </p>
    </FormDialog>
  )
}

/** Returns today's date in the reader's time zone, as YYYY-MM-DD. */
function today(): string {
  const now = new Date()
  return utcDay(new Date(now.getTime() - now.getTimezoneOffset() * 60_000))
}
