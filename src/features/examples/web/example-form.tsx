import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { exampleLimits as limits, exampleMessages as messages } from '#features/examples/rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { FormDialog } from '#ui/forms/form-dialog.tsx'
import { useCheckedForm } from '#ui/forms/use-checked-form.ts'
import { notify } from '#ui/notice.tsx'
import {
  altField,
  ExampleLicense,
  MadeWithFields,
  madeWithErrors,
  PictureFields,
  pictureErrors,
  picturesOf,
} from './picture-fields.tsx'
import { useUploads } from './use-uploads.ts'

type Values = Record<string, string>
type Props = { prompt: Prompt; onAdded: () => Promise<void>; onClose: () => void }

/** Shows the form for adding what a member got from a prompt: a text or pictures, with model, day and settings. */
export function ExampleForm({ prompt, onAdded, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [kind, setKind] = useState<'text' | 'pictures'>(prompt.category.slug === imageCategory ? 'pictures' : 'text')
  const { uploads, add, remove } = useUploads()
  const altFields = uploads.filter(({ picture }) => picture).map(altField)

  const checkContents = ({ text = '', ...values }: Values): Values => {
    if (kind === 'text')
      return text.trim().length < limits.textMin
        ? { text: messages.textShort }
        : text.trim().length > limits.textMax
          ? { text: messages.textLong }
          : {}
    const errors = pictureErrors(uploads, values)
    return altFields.length === 0 && !errors.pictures ? { pictures: t('Choose a picture') } : errors
  }
  const { errors, isSending, form } = useCheckedForm<string>({
    fields: ['text', 'pictures', ...altFields, 'model', 'madeOn', 'settings'],
    check: (values) => ({
      ...checkContents(values),
      ...madeWithErrors(values),
    }),
    send: async ({ text = '', model = '', madeOn = '', settings = '', ...values }) => {
      const result = kind === 'text' ? { text } : { pictures: picturesOf(uploads, values) }
      const body = { model, madeOn, settings, ...result }
      try {
        const { status } = await api('POST /api/prompts/{id}/examples', { params: { id: prompt.id }, body })
        notify(
          status === 'pending'
            ? { title: t('Added'), text: t('A moderator checks your example before others see it.') }
            : { title: t('Added'), text: t('Everyone can see your example now.') },
        )
        onClose()
        await onAdded()
      } catch (error) {
        if (error instanceof ApiError && error.fields) return error.fields
        notify({ title: t('The example was not added'), text: (error as Error).message, isFailure: true })
      }
      return undefined
    },
  })
  return (
    <FormDialog
      title={t('Add an example')}
      submitLabel={t('Add example')}
      pendingLabel={t('Adding...')}
      isSending={isSending}
      form={form}
      onClose={onClose}
    >
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="mb-1 font-semibold">{t('What did you get?')}</legend>
        {(['text', 'pictures'] as const).map((option) => (
          <label key={option} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="kind"
              checked={kind === option}
              onChange={() => setKind(option)}
              className="size-4.5 accent-ink"
            />
            {option === 'text' ? t('Text') : t('Pictures')}
          </label>
        ))}
      </fieldset>
      {kind === 'text' ? (
        <TextArea rows={6} label={t('Text')} name="text" error={errors.text} help={t('As the model wrote it.')} />
      ) : (
        <PictureFields uploads={uploads} add={add} remove={remove} error={errors.pictures} altErrors={errors} />
      )}
      <MadeWithFields tools={kind === 'pictures'} errors={errors} />
      <TextArea
        rows={2}
        label={t('Settings')}
        name="settings"
        error={errors.settings}
        maxLength={limits.settingsMax}
        help={t('Seed, temperature, what you filled in. Optional.')}
      />
      <ExampleLicense>{t('Add only what you got from this prompt yourself.')}</ExampleLicense>
    </FormDialog>
  )
}
