import { rowsOfFile } from '#features/transfer/file-rules.ts'
import type { FileRow } from '#features/transfer/import-batch-rules.ts'
import { BrokenFile } from '#features/transfer/record-rules.ts'

/** The maximum size of one file, and the maximum number of rows of all files. */
export const fileLimits = { bytes: 20_000_000, rows: 5_000 } as const

/** Reads the prompts of files with `rowsOfFile`. Throws BrokenFile with a sentence that names the file. */
export async function readFiles(files: { name: string; blob: Blob }[]): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for (const { name, blob } of files) {
    try {
      if (blob.size > fileLimits.bytes) throw new BrokenFile(`At most ${fileLimits.bytes / 1_000_000} MB.`)
      const bytes = new Uint8Array(await blob.arrayBuffer())
      for await (const { line, file, ...row } of rowsOfFile(name, bytes)) {
        // A file of one prompt begins on line 1.
        const place = file === undefined ? `line ${line}` : line === 1 ? file : `${file}, line ${line}`
        rows.push({ place: files.length > 1 && place !== name ? `${name}, ${place}` : place, ...row })
        if (rows.length > fileLimits.rows) throw new BrokenFile(`At most ${fileLimits.rows} prompts at a time.`)
      }
    } catch (error) {
      throw error instanceof BrokenFile && name !== '' ? new BrokenFile(`${name}: ${error.message}`) : error
    }
  }
  return rows
}
