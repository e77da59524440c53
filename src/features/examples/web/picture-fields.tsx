import { exampleLimits, exampleMessages, pictureLimits, pictureTypes } from '#features/examples/rules.ts'
import { Field } from '#ui/field.tsx'
import type { Upload } from './use-uploads.ts'

type Props = {
  uploads: Upload[]
  add: (files: File[]) => void
  remove: (key: number) => void
  error?: string
  /** The errors of the fields for descriptions, by `altField`. */
  altErrors: Record<string, string | undefined>
}

/** Returns the name of the form field for the description of an upload. */
export const altField = ({ key }: Pick<Upload, 'key'>) => `alt${key}`

/**
 * Shows a field for choosing up to four pictures, and for each chosen picture the progress of its upload, its failure,
 * or a field for its description.
 */
export function PictureFields({ uploads, add, remove, error, altErrors }: Props) {
  return (
    <>
      {uploads.length < exampleLimits.picturesMax && (
        <Field
          label="Pictures"
          name="pictures"
          type="file"
          multiple
          accept={pictureTypes.join(',')}
          error={error}
          help={`Up to ${exampleLimits.picturesMax}: PNG, JPEG, WebP, AVIF or GIF, each up to ${pictureLimits.bytesMax / 1e6} MB. Only the picture is stored, not where or how it was taken.`}
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
                    Remove<span className="sr-only"> {upload.name}</span>
                  </button>
                </p>
                {upload.failure ? (
                  <p role="alert" className="field-error">
                    {upload.failure}
                  </p>
                ) : upload.picture ? (
                  <Field
                    label="What it shows"
                    name={altField(upload)}
                    help={`${exampleMessages.altMissing}.`}
                    error={altErrors[altField(upload)]}
                    maxLength={exampleLimits.altMax}
                  />
                ) : (
                  <progress
                    className="w-full"
                    aria-label={`Uploading ${upload.name}`}
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
