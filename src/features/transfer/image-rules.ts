import { exampleLimits } from '#features/examples/rules.ts'
import { lineError, oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { textOf, titleOf, withLowerNames } from './record-rules.ts'

/**
 * The columns that say which picture a prompt shows and what is known about it, which are also keys in front matter. If
 * a file has several columns for the same, the first is used. Names are in lower case here.
 */
export const imageColumns = {
  image: ['image', 'image_url', 'imageurl', 'picture', 'mediaurl', 'media_url'],
  imageAlt: ['imagealt', 'image_alt'],
  imageModel: ['imagemodel', 'image_model'],
  imageDate: ['imagedate', 'image_date'],
} as const

/** Leaves out the fields about the picture of an exported prompt that has none. */
export function withoutMissingImage<Fields extends { image?: string | null }>(fields: Fields): Partial<Fields> {
  if (fields.image) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in imageColumns))) as Partial<Fields>
}

/** A picture that a file names. `file`: its address, or the path of a file in the same archive. */
export type NamedImage = { file: string; alt: string; model: string; madeOn: string | null }

const fileMax = 2_000

/**
 * Returns the picture that a row names, or null. Without a description, the prompt's title says what the picture shows.
 */
export function imageOf(fields: Record<string, unknown>): NamedImage | null {
  const named = withLowerNames(fields)
  const read = (column: keyof typeof imageColumns) => textOf(named, imageColumns[column])
  const file = read('image').trim()
  if (file === '' || file.length > fileMax) return null
  const alt = shorten(oneLine(read('imageAlt')), exampleLimits.altMax)
  const model = oneLine(read('imageModel'))
  const date = read('imageDate').trim()
  return {
    file,
    alt:
      lineError(alt, 'description', { min: exampleLimits.altMin, max: exampleLimits.altMax }) === null
        ? alt
        : titleOf(fields),
    model: lineError(model, 'model', { min: 0, max: exampleLimits.modelMax }) === null ? model : '',
    madeOn: isDay(date) ? date : null,
  }
}

/** Tells whether a picture is named by an address on the internet. */
export function isAddress({ file }: NamedImage): boolean {
  return /^https?:\/\//i.test(file)
}

/**
 * Returns the possible paths of a picture in an archive: relative to the folder of the file that names it, then to the
 * top of the archive.
 */
export function pathsOf({ file }: NamedImage, namedIn: string): string[] {
  const path = file.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
  const folder = namedIn.slice(0, namedIn.lastIndexOf('/') + 1)
  return [...new Set([folder + path, path])]
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  )
}
