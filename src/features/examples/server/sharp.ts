import sharp, { type Metadata, type Sharp } from 'sharp'
import { t } from '#lib/texts.ts'
import { type PictureFile, pictureFormats, pictureLimits, pictureSizes } from '../rules.ts'
import type { EncodedPicture } from './picture-store.ts'

/** The result of encoding: all files and the dimensions of the largest, or why the picture is refused. */
export type EncodingResult = { width: number; height: number; files: EncodedPicture } | { refusal: string }

// Uses no cache, and only one thread per picture.
sharp.cache(false)
sharp.concurrency(1)
// Allows only the decoders of the formats that `inspectPicture` accepts.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

/** How long one decoding or encoding step may take, in seconds. */
const seconds = 20
const encoders = {
  avif: { quality: 55, effort: 2 },
  webp: { quality: 80, effort: 4 },
} as const

/**
 * Decodes a picture and encodes all its files, upright, in sRGB and without metadata. Refuses a picture with too many
 * pixels before decoding it. Uses only the first frame of an animation. Throws an Error if a step takes too long.
 */
export async function encodePicture(bytes: Uint8Array): Promise<EncodingResult> {
  const open = () =>
    sharp(bytes, { limitInputPixels: pictureLimits.pixelsMax, failOn: 'warning', sequentialRead: true, pages: 1 })
  const refusal = await findRefusal(open)
  if (refusal !== null) return { refusal }
  const side = Math.max(...pictureSizes)
  try {
    const { data, info } = await open()
      .timeout({ seconds })
      .autoOrient()
      .toColorspace('srgb')
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const files: Partial<EncodedPicture> = {}
    for (const size of pictureSizes) {
      for (const format of pictureFormats) {
        const file: PictureFile = `${size}.${format}`
        files[file] = await sharp(data, { raw: { width, height, channels } })
          .timeout({ seconds })
          .resize(size, size, { fit: 'inside', withoutEnlargement: true })
          .toFormat(format, encoders[format])
          .toBuffer()
      }
    }
    return { width, height, files: files as EncodedPicture }
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}

/** Returns why a picture is refused. Throws the error if a step took too long: the picture may be valid. */
export function refusalOf(error: unknown): string {
  if (/timeout: \d+% complete/.test(String(error))) throw error
  return t('The picture is damaged. Save it again and upload the new file.')
}

/** Converts a stored picture to JPEG, for the library that draws share images. */
export function toJpeg(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).jpeg().toBuffer()
}

async function findRefusal(open: () => Sharp): Promise<string | null> {
  const { sideMin } = pictureLimits
  try {
    const { width, height, format, depth } = await open().metadata()
    const pixelsMax = pixelsMaxOf({ format, depth })
    if (width * height > pixelsMax) return tooLargeText(pixelsMax)
    return Math.min(width, height) < sideMin
      ? t('The picture is too small. Use one that is at least {sideMin} pixels wide and high.', { sideMin })
      : null
  } catch (error) {
    if (/pixel limit|dimensions|too large/i.test(String(error))) return tooLargeText()
    return t('The picture can’t be read. Save it again and upload the new file.')
  }
}

/** Returns how many pixels can be decoded in about 150 MB. Some formats need more memory per pixel. */
function pixelsMaxOf({ format, depth }: Pick<Metadata, 'format' | 'depth'>): number {
  if (format === 'heif') return pictureLimits.avifPixelsMax
  return format === 'gif' || depth !== 'uchar' ? pictureLimits.deepPixelsMax : pictureLimits.pixelsMax
}

function tooLargeText(pixelsMax: number = pictureLimits.pixelsMax): string {
  const millions = pixelsMax / 1e6
  return pixelsMax < pictureLimits.pixelsMax
    ? t('The picture has more than {millions} million pixels. Make it smaller first, or save it as JPEG.', { millions })
    : t('The picture has more than {millions} million pixels. Make it smaller first.', { millions })
}
