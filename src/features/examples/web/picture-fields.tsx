import { licenseDescriptions, licenseNames } from '#features/catalogue/license-rules.ts'
import { pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import {
  exampleLicense,
  exampleLimits,
  exampleMessages,
  pictureLimits,
  pictureTypes,
} from '#features/examples/rules.ts'
import { t } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import { Field } from '#ui/forms/field.tsx'
import { rich } from '#ui/rich.ts'
import type { Upload } from './use-uploads.ts'

const toolList = 'example-tools'

/** Shows the fields for the model that made an example, and for the day. `tools`: whether image tools are suggested. */
export function MadeWithFields({ tools, errors }: { tools: boolean; errors: { model?: string; madeOn?: string } }) {
  return (
    <>
      <Field
        label={t('Model')}
        name="model"
        list={tools ? toolList : undefined}
        error={errors.model}
        maxLength={exampleLimits.modelMax}
        autoComplete="off"
      />
      <datalist id={toolList}>
        {Object.values(pictureTools).map((tool) => (
          <option key={tool} value={tool} />
        ))}
      </datalist>
      <Field label={t('When')} name="madeOn" type="date" defaultValue={today()} max={today()} error={errors.madeOn} />
    </>
  )
}

type MadeWithValues = { model?: string; madeOn?: string }

/** Returns the errors of these two fields. */
export function madeWithErrors({ model, madeOn }: MadeWithValues): MadeWithValues {
  return {
    ...(!model?.trim() && { model: exampleMessages.nameMissing }),
    ...((!madeOn || madeOn > today()) && { madeOn: exampleMessages.madeOn }),
  }
}

/** Says under which license an example is added. */
export function ExampleLicense({ children }: { children: string }) {
  return (
    <p className="text-ink-2 text-small">
      {children} {t('You license it under {license}.', { license: licenseNames[exampleLicense] })}{' '}
      {licenseDescriptions[exampleLicense]}
    </p>
  )
}

/** Returns today's date in the reader's time zone, as YYYY-MM-DD. */
function today(): string {
  const now = new Date()
  return utcDay(new Date(now.getTime() - now.getTimezoneOffset() * 60_000))
}

/** Returns the errors of uploads whose descriptions are in `values`, by the names of their fields. */
export function pictureErrors(uploads: Upload[], values: Record<string, string | undefined>): Record<string, string> {
  if (uploads.some(({ picture, failure }) => !picture && !failure))
    return { pictures: t('Wait for the uploads to finish') }
  const missing = uploads
    .filter(({ picture }) => picture)
    .map(altField)
    .filter((name) => (values[name] ?? '').trim().length < exampleLimits.altMin)
  return Object.fromEntries(missing.map((name) => [name, exampleMessages.altMissing]))
}

/** Returns uploaded pictures with their descriptions, for the request that adds an example. */
export function picturesOf(uploads: Upload[], values: Record<string, string | undefined>) {
  return uploads.flatMap((upload) =>
    upload.picture ? [{ id: upload.picture.id, alt: values[altField(upload)] ?? '' }] : [],
  )
}

type Props = {
  uploads: Upload[]
  add: (files: File[]) => void
  remove: (key: number) => void
  error?: string
  isOptional?: boolean
  /** The errors of the fields for descriptions, by `altField`. */
  altErrors: Record<string, string | undefined>
}

/** Returns the name of the form field for the description of an upload. */
export const altField = ({ key }: Pick<Upload, 'key'>) => `alt${key}`

/**
 * Shows a field for choosing up to four pictures, and for each chosen picture the progress of its upload, its failure,
 * or a field for its description.
 */
export function PictureFields({ uploads, add, remove, error, isOptional = false, altErrors }: Props) {
  return (
    <>
      {uploads.length < exampleLimits.picturesMax && (
        <Field
          label={t('Pictures')}
          name="pictures"
          type="file"
          multiple
          accept={pictureTypes.join(',')}
          error={error}
          help={`${isOptional ? `${t('Optional.')} ` : ''}${t('Up to {max}: PNG, JPEG, WebP, AVIF or GIF, each up to {megabytes} MB. Only the picture is stored, not where or how it was taken.', { max: exampleLimits.picturesMax, megabytes: pictureLimits.bytesMax / 1e6 })}`}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      )}
      {uploads.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {uploads.map((upload) => (
            <li key={upload.key} className="flex items-start gap-4">
              <div className="size-20 shrink-0 overflow-hidden rounded-1 bg-wash">
                {upload.picture && (
                  <img src={`${upload.picture.src}480.webp`} alt="" className="size-full object-cover" />
                )}
              </div>
              <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
                <p className="flex flex-wrap justify-between gap-x-4 text-small">
                  <span className="min-w-0 truncate">{upload.name}</span>
                  <button type="button" className="link" onClick={() => remove(upload.key)}>
                    {rich('Remove{hidden}', { hidden: <span className="sr-only"> {upload.name}</span> })}
                  </button>
                </p>
                {upload.failure ? (
                  <p role="alert" className="field-error">
                    {upload.failure}
                  </p>
                ) : upload.picture ? (
                  <Field
                    label={t('What it shows')}
                    name={altField(upload)}
                    help={`${exampleMessages.altMissing}.`}
                    error={altErrors[altField(upload)]}
                    maxLength={exampleLimits.altMax}
                  />
                ) : (
                  <progress
                    className="w-full"
                    aria-label={t('Uploading {name}', { name: upload.name })}
                    value={upload.share < 1 ? upload.share : undefined}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
