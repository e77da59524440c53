import { rowsOfFile } from '#features/transfer/file-rules.ts'
import type { FileRow } from '#features/transfer/import-batch-rules.ts'
import { BrokenFile } from '#features/transfer/record-rules.ts'
import { isZip } from '#features/transfer/zip-rules.ts'
import { t } from '#lib/texts.ts'

/** How large one file and one archive, which may have pictures, may be, and how many rows all files together may have. */
export const fileLimits = { bytes: 20_000_000, archiveBytes: 200_000_000, rows: 5_000 } as const

/**
 * Reads the prompts of files with `rowsOfFile`. If a file is too large, has no prompts or can't be read to its end,
 * adds an invalid row that says why, or throws BrokenFile if there are no other files. Throws TooManyRows for too many
 * prompts.
 */
export async function readFiles(files: { name: string; blob: Blob }[]): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for (const { name, blob } of files) {
    const placeOf = (place: string) => (files.length > 1 && place !== name ? `${name}, ${place}` : place)
    try {
      const max = isZip(await bytesOf(blob.slice(0, 2))) ? fileLimits.archiveBytes : fileLimits.bytes
      if (blob.size > max)
        throw new BrokenFile(t('It is too large. Such files can be at most {value} MB.', { value: max / 1_000_000 }))
      for await (const { line, file, ...row } of rowsOfFile(name, await bytesOf(blob))) {
        // `file` is the path of a file in a zip, or the name of a file with one prompt. Line 1 isn't added to it.
        const place =
          file === undefined ? t('line {line}', { line }) : line === 1 ? file : t('{file}, line {line}', { file, line })
        rows.push({ place: placeOf(place), ...row })
        if (rows.length > fileLimits.rows) throw new TooManyRows()
      }
    } catch (error) {
      const isBroken = error instanceof BrokenFile
      if (isBroken && files.length > 1) rows.push({ place: name, problem: error.message })
      else throw isBroken && name !== '' ? new BrokenFile(`${name}: ${error.message}`) : error
    }
  }
  return rows
}

class TooManyRows extends Error {
  override message = t('You can import at most {rows} prompts at a time. Import them in parts.', {
    rows: fileLimits.rows,
  })
}

/** Returns the bytes of a file. Throws BrokenFile if it was changed or removed after it was chosen. */
async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    throw new BrokenFile(t('It has been changed or moved since you chose it. Choose it again.'))
  }
}
