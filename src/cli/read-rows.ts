import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { rowsOfFile } from '#features/transfer/file-rules.ts'
import { isPromptFile } from '#features/transfer/prompt-file-rules.ts'
import { BrokenFile, type SourceRow } from '#features/transfer/record-rules.ts'
import { rowsOfText } from '#features/transfer/row-rules.ts'
import { isZip } from '#features/transfer/zip-rules.ts'
import { StartError } from '#server/start-error.ts'

/** How many bytes of a CSV, JSON or JSONL file are read at a time. */
const chunkBytes = 64 * 1024

/** The maximum size in bytes of a file with a single prompt, and of a zip archive. Other files can have any size. */
const maxBytes = 20_000_000

/**
 * Reads the rows of a file with prompts, one at a time: CSV, JSON and JSONL in chunks, other files as a whole.
 * Throws StartError if the file can't be read, isn't UTF-8, has no usable header or is broken.
 */
export async function* readRows(file: string): AsyncGenerator<SourceRow> {
  try {
    if (await isReadWhole(file)) yield* rowsOfFile(file, await readWhole(file))
    else yield* rowsOfText(decodeUtf8(createReadStream(file, { highWaterMark: chunkBytes })))
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

/**
 * Tells from the name and first bytes of a file whether it is a zip archive or a single prompt. Such a file is read as
 * a whole.
 */
async function isReadWhole(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
    const start = buffer.subarray(0, bytesRead)
    return isZip(start) || isPromptFile(file, start.toString('utf8'))
  } finally {
    await handle.close()
  }
}

async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(file)
  if (size > maxBytes) throw new BrokenFile(`It has ${size} bytes, but at most ${maxBytes} are allowed.`)
  return new Uint8Array(await readFile(file))
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
