import { pluralize } from '#lib/numbers.ts'
import { unguardCells } from './cell-rules.ts'
import { readCsv } from './csv-rules.ts'
import { type JsonPiece, readJsonArray, readJsonLines } from './json-rules.ts'
import { BrokenFile, contentColumns, type SourceRow, titleColumns } from './record-rules.ts'

/** How many characters of the header are searched for the delimiter. */
const headerMax = 10_000

/**
 * Reads the prompts of a text, in chunks of any size, as rows. The first character decides the format: `[` is a JSON
 * array, `{` is JSONL, anything else is CSV with a header and with commas, semicolons or tabs. An invalid row has a
 * `problem`. Throws BrokenFile if the text is empty or can't be split into rows, or a column is missing.
 */
export async function* rowsOfText(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  const reader = chunks[Symbol.asyncIterator]()
  const first = await readFirstText(reader)
  const all = prepend(first, { [Symbol.asyncIterator]: () => reader })
  const start = first.trimStart()[0]
  if (start === '[') yield* jsonRows(readJsonArray(all))
  else if (start === '{') yield* jsonRows(readJsonLines(all))
  else yield* csvRows(all, delimiterOf(first))
}

/**
 * Tells whether a text begins like a table of prompts: JSON, JSONL, or a header with columns for title and text. A text
 * that begins with `{{topic}}` or `[Role]` isn't JSON but a prompt.
 */
export function isTable(text: string): boolean {
  const start = text.slice(0, headerMax).replace(/^\ufeff/, '')
  return /^\s*(?:\[\s*)?(?:\{\s*["}]|\[\s*\])/.test(start) || headerDelimiter(start) !== undefined
}

/**
 * Returns the delimiter of a table, judging by the first line. Spreadsheets write semicolons where a comma is the
 * decimal sign, and tabs when cells are copied.
 */
function delimiterOf(first: string): string {
  return headerDelimiter(first) ?? ','
}

function headerDelimiter(first: string): string | undefined {
  const [header = ''] = first.trimStart().slice(0, headerMax).split('\n', 1)
  const isHeader = (delimiter: string) =>
    hasColumns(header.split(delimiter).map((name) => name.replace(/["\r]/g, '').trim()))
  return [',', ';', '\t'].find(isHeader)
}

async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<SourceRow> {
  let names: string[] | null = null
  for await (const { line, fields, problem } of readCsv(chunks, delimiter)) {
    if (names === null) {
      names = headerOf(fields)
      continue
    }
    // Spreadsheets also write rows whose cells were cleared.
    if (fields.every((field) => field.trim() === '')) continue
    if (problem !== null) yield { line, problem }
    else if (fields.length !== names.length)
      yield { line, problem: `It has ${pluralize(fields.length, 'field')}, but the header has ${names.length}.` }
    else
      yield { line, fields: unguardCells(Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']))) }
  }
  if (names === null) throw new BrokenFile('The file is empty.')
}

function headerOf(fields: string[]): string[] {
  const names = fields.map((field) => field.trim())
  if (hasColumns(names)) return names
  throw new BrokenFile(
    `The first line has no columns for title and text. A CSV file needs ${titleColumns.join(' or ')}, and ${contentColumns.join(' or ')}.`,
  )
}

function hasColumns(names: string[]): boolean {
  const has = (columns: readonly string[]) => names.some((name) => columns.includes(name.toLowerCase()))
  return has(titleColumns) && has(contentColumns)
}

async function* jsonRows(pieces: AsyncIterable<JsonPiece>): AsyncGenerator<SourceRow> {
  for await (const { line, text } of pieces) yield toRow(line, text)
}

function toRow(line: number, text: string): SourceRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, problem: 'It isn’t a JSON object.' }
    return { line, fields: value as Record<string, unknown> }
  } catch {
    return { line, problem: 'It isn’t valid JSON.' }
  }
}

/** Reads chunks until one isn't blank, and returns their text. */
async function readFirstText(chunks: AsyncIterator<string>): Promise<string> {
  let text = ''
  while (text.trim() === '') {
    const next = await chunks.next()
    if (next.done) return text
    text += next.value
  }
  // Removes a byte order mark.
  return text.replace(/^\ufeff/, '')
}

/** Returns a complete text as a single chunk for `rowsOfText`. */
export async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
