import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { BrokenFile, type SourceRow } from '#features/transfer/record-rules.ts'
import { rowsOfText } from '#features/transfer/row-rules.ts'
import { StartError } from '#server/start-error.ts'

const chunkBytes = 64 * 1024

/**
 * Reads the rows of a file of prompts, one at a time, by `rowsOfText`. Throws StartError if the file can't be read, isn't
 * UTF-8, has no usable header, or is broken.
 */
export async function* readRows(file: string): AsyncGenerator<SourceRow> {
  try {
    yield* rowsOfText(decodeUtf8(createReadStream(file, { highWaterMark: chunkBytes })))
  } catch (error) {
    throw asFileError(file, error)
  }
}

/** Counts the rows of a file. Throws like `readRows`, so that a broken file is detected before anything is stored. */
export async function countRows(file: string): Promise<number> {
  await refusePipe(file)
  let rows = 0
  for await (const _row of readRows(file)) rows++
  return rows
}

async function refusePipe(file: string) {
  const stats = await stat(file).catch((error) => {
    throw asFileError(file, error)
  })
  if (stats.isFile() || stats.isDirectory()) return
  throw new StartError(`${file} can't be imported. It isn't a regular file, and an import reads it twice.`)
}

async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const readErrors: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8; save it as UTF-8',
}

function asFileError(file: string, error: unknown): unknown {
  if (error instanceof BrokenFile)
    return new StartError(`${file} can't be imported. ${error.message}`, { cause: error })
  const reason = readErrors[(error as { code?: string }).code ?? '']
  return reason ? new StartError(`${file} can't be read: ${reason}.`, { cause: error }) : error
}
