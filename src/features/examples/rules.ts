/** Lengths in characters, numbers of pictures and examples. */
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

/** Limits of an uploaded file: bytes, pixels, and the shorter side. */
export const pictureLimits = {
  bytesMax: 10_000_000,
  pixelsMax: 40_000_000,
  /** For GIFs, and for pictures with 16 bits per channel. */
  deepPixelsMax: 20_000_000,
  /** AVIF is decoded as a whole, which takes about 20 bytes per pixel. */
  avifPixelsMax: 8_000_000,
  sideMin: 64,
} as const

/** What a member may upload per day, and store in total. */
export const pictureQuota = {
  picturesDay: 40,
  megabytesDay: 200,
  picturesAll: 400,
  /** The total size of the stored files, in bytes. */
  bytesAll: 400_000_000,
} as const

/** The longer side of each stored size, in pixels. Smaller pictures aren't enlarged. */
export const pictureSizes = [480, 960, 1600] as const
export type PictureSize = (typeof pictureSizes)[number]
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The files of a picture, as the last part of their addresses. */
export const pictureFiles = pictureSizes.flatMap((size) =>
  pictureFormats.map((format): PictureFile => `${size}.${format}`),
)
export type PictureFile = `${PictureSize}.${PictureFormat}`

/** The types of files that a file picker offers. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const

export const exampleStatuses = ['published', 'pending', 'removed'] as const
export type ExampleStatus = (typeof exampleStatuses)[number]

/** The license of every example, as in license-rules.ts of the catalogue. */
export const exampleLicense = 'CC-BY-4.0'

/** The messages next to the form's fields. */
export const exampleMessages = {
  nameMissing: 'Name the model',
  nameLong: `Use at most ${exampleLimits.modelMax} characters`,
  nameUnreadable: 'Use visible characters only, on one line',
  madeOn: 'Enter the day when you got it, not a future one',
  textShort: `Use at least ${exampleLimits.textMin} characters`,
  textLong: `Use at most ${exampleLimits.textMax.toLocaleString('en-US')} characters`,
  altMissing: 'Describe the picture for people who can’t see it',
  contents: 'Add a text or pictures, not both',
} as const

/** The id of the section of examples on a prompt's page, for links to it. */
export const exampleSectionId = 'examples'
