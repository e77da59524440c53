import { t } from '#lib/texts.ts'
/**
 * Limits of an example's texts, in characters, of its pictures, and of a member's examples (`perPrompt`, `perMember`).
 */
export const exampleLimits = {
  modelMax: 60,
  settingsMax: 500,
  textMin: 20,
  textMax: 20_000,
  altMin: 3,
  altMax: 300,
  picturesMax: 4,
  perPrompt: 5,
  perMember: 500,
} as const

/** Limits of an uploaded file: its bytes, its pixels, and its shorter side in pixels. */
export const pictureLimits = {
  bytesMax: 10_000_000,
  pixelsMax: 40_000_000,
  /** The limit for GIFs and for pictures with more than 8 bits per channel. */
  deepPixelsMax: 20_000_000,
  /** The limit for AVIF, which is decoded as a whole and takes about 20 bytes per pixel. */
  avifPixelsMax: 8_000_000,
  sideMin: 64,
} as const

/** What a member may upload in a day, and store in total. */
export const pictureQuota = {
  picturesDay: 40,
  megabytesDay: 200,
  picturesAll: 400,
  /** The total size of the stored files, in bytes. */
  bytesAll: 400_000_000,
} as const

/** The stored sizes of a picture, by its longer side in pixels. Smaller pictures aren't enlarged. */
export const pictureSizes = [480, 960, 1600] as const
export type PictureSize = (typeof pictureSizes)[number]
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The names of the files of each picture, such as `480.avif`. */
export const pictureFiles = pictureSizes.flatMap((size) =>
  pictureFormats.map((format): PictureFile => `${size}.${format}`),
)
export type PictureFile = `${PictureSize}.${PictureFormat}`

/** The file of a picture that an export contains. */
export const largestFile: PictureFile = '1600.webp'

/** The file types that a file picker offers. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const

export const exampleStatuses = ['published', 'pending', 'removed'] as const
export type ExampleStatus = (typeof exampleStatuses)[number]

/** The license of every example, one of the catalogue's `License`. */
export const exampleLicense = 'CC-BY-4.0'

/** The messages next to the form's fields. */
export const exampleMessages = {
  get nameMissing() {
    return t('Name the model')
  },
  get nameLong() {
    return t('Use at most {modelMax} characters', { modelMax: exampleLimits.modelMax })
  },
  get nameUnreadable() {
    return t('Use visible characters only, on one line')
  },
  get madeOn() {
    return t('Enter the day when you got the result, today or earlier')
  },
  get textShort() {
    return t('Use at least {textMin} characters', { textMin: exampleLimits.textMin })
  },
  get textLong() {
    return t('Use at most {textMax} characters', { textMax: exampleLimits.textMax })
  },
  get altMissing() {
    return t('Describe the picture for people who can’t see it')
  },
  get contents() {
    return t('Add a text or pictures, not both')
  },
} as const

/** The id of the examples section on a prompt's page, for links to it. */
export const exampleSectionId = 'examples'
