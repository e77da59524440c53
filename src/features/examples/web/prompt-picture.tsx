import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { imageCategory } from '#features/catalogue/rules.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { DeleteExampleButton } from './delete-example-button.tsx'
import { examplesQuery, ownExamplesQuery } from './example-queries.ts'
import {
  ExampleLicense,
  MadeWithFields,
  madeWithErrors,
  PictureFields,
  pictureErrors,
  picturesOf,
} from './picture-fields.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

/**
 * The part of a prompt's form in which its author adds pictures, if it is an image prompt. They become an example, once
 * the prompt is stored.
 */
export function usePromptPicture() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { uploads, add, remove } = useUploads()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = useRef<HTMLFieldSetElement>(null)
  const readValues = () =>
    Object.fromEntries(
      [...(fields.current?.querySelectorAll('input:not([type="file"])') ?? [])].map((input) => [
        (input as HTMLInputElement).name,
        (input as HTMLInputElement).value,
      ]),
    )
  return {
    render: ({ category }: { category: string }, prompt?: Prompt) =>
      category === imageCategory && (
        <fieldset ref={fields} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <legend className="sr-only">{t('Pictures that this prompt made')}</legend>
          {prompt && <OwnPictures prompt={prompt} />}
          <PictureFields
            isOptional
            uploads={uploads}
            add={add}
            remove={remove}
            error={errors.pictures}
            altErrors={errors}
          />
          {uploads.length > 0 && (
            <>
              <div className="grid items-start gap-5 sm:grid-cols-2">
                <MadeWithFields tools errors={errors} />
              </div>
              <ExampleLicense>{t('Add only what you got from this prompt yourself.')}</ExampleLicense>
            </>
          )}
        </fieldset>
      ),
    /** Shows what is wrong, moves the focus there, and returns whether everything is right. */
    check() {
      // In another category there are no fields, so chosen pictures don't count.
      if (!fields.current) return true
      const values = readValues()
      const found = hasUpload(uploads) ? { ...pictureErrors(uploads, values), ...madeWithErrors(values) } : {}
      setErrors(found)
      const first = [...(fields.current?.querySelectorAll('input') ?? [])].find(({ name }) => name in found)
      first?.focus()
      return Object.keys(found).length === 0
    },
    /** Adds the pictures to the prompt, after it was stored. If that fails, says so: the prompt is stored. */
    async store(prompt: Prompt) {
      if (!fields.current) return
      const values = readValues()
      const pictures = picturesOf(uploads, values)
      if (pictures.length === 0) return
      const { model = '', madeOn = '' } = values
      try {
        const body = { model, madeOn, pictures }
        const { status } = await api('POST /api/prompts/{id}/examples', { params: { id: prompt.id }, body })
        for (const { queryKey } of [promptQuery(api, prompt.slug), examplesQuery(api, prompt.slug)])
          await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
        if (status === 'pending')
          notify({ title: t('Saved'), text: t('A moderator checks your picture before others see it.') })
      } catch (error) {
        const text = t('Your prompt is saved, but its picture isn’t: {message}', { message: (error as Error).message })
        notify({ title: t('The picture was not added'), text, isFailure: true })
      }
    },
  }
}

function hasUpload(uploads: Upload[]): boolean {
  return uploads.some(({ failure }) => !failure)
}

/** Shows the pictures that the author has already added to the prompt, each example with a button that deletes it. */
function OwnPictures({ prompt }: { prompt: Prompt }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data, refetch } = useQuery(ownExamplesQuery(api, prompt.id))
  const examples = (data?.items ?? []).filter(({ pictures }) => pictures.length > 0)
  if (examples.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-4" aria-label={t('Your pictures of this prompt, newest first')}>
      {examples.map((example) => (
        <li key={example.id} className="grid gap-1 text-small">
          {example.pictures.slice(0, 1).map(({ src, alt }) => (
            <img key={src} src={`${src}480.webp`} alt={alt} className="h-20 w-28 rounded-1 bg-wash object-cover" />
          ))}
          <DeleteExampleButton example={example} onDeleted={() => refetch().then(() => undefined)} />
        </li>
      ))}
    </ul>
  )
}
