import { findWithoutPicture, type ImportedPicture } from '#features/examples/server/import-picture.ts'
import { t } from '#lib/texts.ts'
import type { Db } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { OutsideError } from '#platform/outside-fetch.ts'
import { isAddress } from '../image-rules.ts'
import { BrokenFile } from '../record-rules.ts'
import type { RowImage, RowPlace } from './import-prompts.ts'

/** How many pictures were added, and how many couldn't be. */
export type ImageCounts = { added: number; failed: number }

type Options = {
  /** Adds a picture to a prompt (id). */
  add: (promptId: string, picture: ImportedPicture) => Promise<void>
  /** Fetches a picture. Throws OutsideError. */
  fetchImage: (address: string) => Promise<Uint8Array>
  onFailure: (place: RowPlace, reason: string) => void
  /** Called after each picture with the number of those done. */
  onProgress: (done: number) => void
  /** Ends the import after the current picture. */
  signal?: AbortSignal
}

/** How many pictures are looked up in the database at once. */
const batchSize = 200

/**
 * Adds the pictures that the rows of a file name to their prompts, one after the other, unless a prompt has one already:
 * each is fetched once, however often the file is imported. One that can't be read is reported, and tried again by the
 * next import.
 */
export async function importImages(db: Db, images: RowImage[], options: Options): Promise<ImageCounts> {
  const counts: ImageCounts = { added: 0, failed: 0 }
  for (let start = 0; start < images.length; start += batchSize) {
    const batch = images.slice(start, start + batchSize)
    const prompts = await findWithoutPicture(
      db,
      batch.map(({ importKey }) => importKey),
    )
    for (const [index, row] of batch.entries()) {
      if (options.signal?.aborted) return counts
      const key = row.importKey.toString('hex')
      const promptId = prompts.get(key)
      // Two rows of a file may be the same prompt.
      prompts.delete(key)
      if (promptId !== undefined) {
        const failure = await importImage(promptId, row, options)
        if (failure === null) counts.added++
        else {
          counts.failed++
          options.onFailure(row.place, failure)
        }
      }
      options.onProgress(start + index + 1)
    }
  }
  return counts
}

/** Adds a picture. Returns null, or a sentence that says why it can't be added. */
async function importImage(promptId: string, { image, readImage }: RowImage, { add, fetchImage }: Options) {
  const source = isAddress(image) ? image.file : null
  try {
    if (!source && !readImage)
      return t('There is no file {file} here. Put it into a zip together with the prompts.', { file: image.file })
    const bytes = source ? await fetchImage(source) : ((await readImage?.()) ?? new Uint8Array())
    const { alt, model, madeOn } = image
    await add(promptId, { bytes, alt, model, madeOn, source })
    return null
  } catch (error) {
    if (error instanceof OutsideError || error instanceof BrokenFile || error instanceof AppError) return error.message
    throw error
  }
}
