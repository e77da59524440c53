import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { rowsOfStream } from '#features/transfer/file-rules.ts'
import { BrokenFile, type SourceRow } from '#features/transfer/record-rules.ts'
import { StartError } from '#server/start/start-error.ts'

/** How many bytes of a file are read at a time. */
const chunkBytes = 64 * 1024

/**
 * Reads the rows of a file with prompts, one at a time: CSV, JSON and JSONL in chunks, other files as a whole.
 * Throws StartError if the file can't be read, isn't text, has no usable header or is broken.
 */
export async function* readRows(file: string): AsyncGenerator<SourceRow> {
  try {
    yield* rowsOfStream(file, createReadStream(file, { highWaterMark: chunkBytes }))
  } catch (error) {
    throw asFileError(file, error)
  }
}

/**
 * Counts the rows of a file. Throws StartError like `readRows`, so that a broken file is detected before anything is
 * stored. Also throws it for a pipe or a device, which can't be read twice.
 */
export async function countRows(file: string): Promise<number> {
  await refuseIrregularFile(file)
  let rows = 0
  for await (const _row of readRows(file)) rows++
  return rows
}

async function refuseIrregularFile(file: string) {
  const stats = await stat(file).catch((error) => {
    throw asFileError(file, error)
  })
  // A folder is refused later, when it is read, with an error that says what it is.
  if (stats.isFile() || stats.isDirectory()) return
  throw new StartError(`${file} can't be imported. It isn't a regular file, and an import reads it twice.`)
}

const readErrors: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
}

function asFileError(file: string, error: unknown): unknown {
  if (error instanceof BrokenFile)
    return new StartError(`${file} can't be imported. ${error.message}`, { cause: error })
  const reason = readErrors[(error as { code?: string }).code ?? '']
  return reason ? new StartError(`${file} can't be read: ${reason}.`, { cause: error }) : error
}
