import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { namesContent, namesTitle, type SourceRow } from '#features/catalogue/import-rules.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readCsv } from './csv.ts'
import { type JsonPiece, readJsonArray, readJsonLines } from './json.ts'

const chunkBytes = 64 * 1024

/**
 * The rows of a file of prompts, one at a time. The content says the format: `[` begins a JSON array, `{` JSONL, all
 * else is CSV with a header. A row that is no record carries its `fault`. Throws StartError when the file can't be
 * read, isn't UTF-8, has no usable header, or is broken so that rows can't be told apart.
 */
export async function* readRows(file: string): AsyncGenerator<SourceRow> {
  try {
    const chunks = decodeUtf8(createReadStream(file, { highWaterMark: chunkBytes }))
    const first = await firstText(chunks)
    const all = prepend(first, chunks)
    const start = first.trimStart()[0]
    if (start === '[') yield* jsonRows(readJsonArray(all))
    else if (start === '{') yield* jsonRows(readJsonLines(all))
    else yield* csvRows(all)
  } catch (error) {
    throw asFileError(file, error)
  }
}

/** How many rows a file has. Throws what `readRows` throws, so a broken file is known before anything is stored. */
export async function countRows(file: string): Promise<number> {
  await refusePipe(file)
  let rows = 0
  for await (const _row of readRows(file)) rows++
  return rows
}

async function refusePipe(file: string) {
  const found = await stat(file).catch((error) => {
    throw asFileError(file, error)
  })
  if (found.isFile() || found.isDirectory()) return
  throw new StartError(`${file} can't be imported. It is no ordinary file, and an import reads it twice.`)
}

async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let names: string[] | null = null
  for await (const { line, fields, fault } of readCsv(chunks)) {
    if (names === null) {
      names = headerOf(fields)
      continue
    }
    if (fault !== null) yield { line, fault }
    else if (fields.length !== names.length)
      yield { line, fault: `Its number of fields is ${fields.length}, that of the header ${names.length}.` }
    else yield { line, fields: Object.fromEntries(names.map((name, index) => [name, fields[index]])) }
  }
  if (names === null) throw new StartError('The file is empty.')
}

function headerOf(fields: string[]): string[] {
  const names = fields.map((field) => field.trim())
  const has = (wanted: readonly string[]) => names.some((name) => wanted.includes(name.toLowerCase()))
  if (has(namesTitle) && has(namesContent)) return names
  throw new StartError(
    `The first line names no columns for title and text: a CSV needs ${namesTitle.join(' or ')}, and ${namesContent.join(' or ')}.`,
  )
}

async function* jsonRows(pieces: AsyncIterable<JsonPiece>): AsyncGenerator<SourceRow> {
  for await (const { line, text } of pieces) yield toRow(line, text)
}

function toRow(line: number, text: string): SourceRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, fault: 'It is no JSON object.' }
    return { line, fields: value as Record<string, unknown> }
  } catch {
    return { line, fault: 'It is no valid JSON.' }
  }
}

async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function firstText(chunks: AsyncGenerator<string>): Promise<string> {
  let text = ''
  while (text.trim() === '') {
    const next = await chunks.next()
    if (next.done) return text
    text += next.value
  }
  return text
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

const readErrors: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8; save it as UTF-8',
}

function asFileError(file: string, error: unknown): unknown {
  if (error instanceof StartError)
    return new StartError(`${file} can't be imported. ${error.message}`, { cause: error })
  const reason = readErrors[(error as { code?: string }).code ?? '']
  return reason ? new StartError(`${file} can't be read: ${reason}.`, { cause: error }) : error
}
