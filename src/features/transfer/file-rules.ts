import { t } from '#lib/texts.ts'
import { rowsOfZip } from './archive-rules.ts'
import { BrokenFile, type SourceRow } from './record-rules.ts'
import { decodeChunks, joinBytes, readAll, singleChunk, splitStart } from './text-chunk-rules.ts'
import { rowsOfTextFile } from './text-file-rules.ts'
import { isZip } from './zip-rules.ts'

/**
 * Reads the prompts of a file: CSV, JSON, JSONL, a “Readable text” export, one prompt, or a zip of these. The format is
 * recognized from the content and, for a file of one prompt, also from its name. Throws BrokenFile, also for a file
 * without prompts.
 */
export function rowsOfFile(name: string, bytes: Uint8Array): AsyncGenerator<SourceRow> {
  return rowsOfStream(name, singleChunk(bytes))
}

/** Reads the same as `rowsOfFile` from a file in chunks of any size. Doesn't hold a whole table in memory. */
export async function* rowsOfStream(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
  const { start, all } = await splitStart(chunks, joinBytes)
  let isEmpty = true
  for await (const row of isZip(start) ? readArchive(all) : rowsOfTextFile(name, decodeChunks(all))) {
    isEmpty = false
    yield row
  }
  if (isEmpty) throw new BrokenFile(noPromptsProblem())
}

/** What to say about a file without prompts, so that no import does nothing without a reason. */
export const noPromptsProblem = () => t('It has no prompts.')

/** The largest archive that is read, in bytes. Most of it may be pictures, because its texts have limits of their own. */
const archiveMax = 500_000_000

async function* readArchive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceRow> {
  yield* rowsOfZip(joinBytes([await readAll(chunks, joinBytes, archiveMax)]))
}
