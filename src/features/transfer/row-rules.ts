import { formatList } from '#lib/format-list.ts'
import { plural, t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { unguardCells } from './cell-rules.ts'
import { readCsv } from './csv-rules.ts'
import { parseObject, rowOfObject, rowsOfObject } from './json-object-rules.ts'
import { type JsonPiece, readJsonArray, readJsonLines } from './json-rules.ts'
import { BrokenFile, fieldColumns, type SourceRow } from './record-rules.ts'
import { joinText, splitStart, startLength, wholeMax, withLineFeeds } from './text-chunk-rules.ts'

/**
 * Reads the prompts of a text, in chunks of any size, as rows. The first character decides the format: `[` is a JSON
 * array, `{` is JSONL or one object, anything else is CSV with a header and with commas, semicolons or tabs. An invalid
 * row has a `problem`. Throws BrokenFile if the text is empty or can't be split into rows, or a column is missing.
 */
export async function* rowsOfText(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  const { start, all } = await splitStart(withLineFeeds(chunks), joinText)
  const first = start.trimStart()[0]
  if (first === '[') yield* jsonRows(readJsonArray(all))
  else if (first === '{') yield* objectRows(readJsonLines(all))
  else yield* csvRows(withoutDelimiterLine(all), delimiterOf(start))
}

/**
 * Tells whether a text begins like a table of prompts: JSON, JSONL, or a header with columns for title and text. A text
 * that begins with `{{topic}}` or `[Role]` isn't JSON but a prompt.
 */
export function isTable(text: string): boolean {
  const start = cutText(text, startLength)
    .replace(/^\ufeff/, '')
    .replace(delimiterLine, '')
  return /^\s*(?:\[\s*)?(?:\{\s*["}]|\[\s*\])/.test(start) || headerDelimiter(start) !== undefined
}

/** Matches the first line with which Excel names the delimiter. Its group is the delimiter. */
const delimiterLine = /^sep=([,;\t|])(?=\r?\n)/i

/** Empties the line that names the delimiter, so that the lines after it keep their numbers. */
async function* withoutDelimiterLine(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const chunk of chunks) {
    yield isFirst ? chunk.replace(delimiterLine, '') : chunk
    isFirst = false
  }
}

/**
 * Returns the delimiter of a table, judging by the line that names it or by the header. Spreadsheets write semicolons
 * where a comma is the decimal sign, and tabs when cells are copied.
 */
function delimiterOf(start: string): string {
  return delimiterLine.exec(start)?.[1] ?? headerDelimiter(start) ?? ','
}

function headerDelimiter(start: string): string | undefined {
  const [header = ''] = cutText(start.trimStart(), startLength).split('\n', 1)
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
      yield {
        line,
        problem: plural(
          fields.length,
          'It has {count} field, but the header has {length}.',
          'It has {count} fields, but the header has {length}.',
          { length: names.length },
        ),
      }
    else
      yield { line, fields: unguardCells(Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']))) }
  }
  if (names === null) throw new BrokenFile(t('The file is empty.'))
}

function headerOf(fields: string[]): string[] {
  const names = fields.map((field) => field.trim())
  if (hasColumns(names)) return names
  throw new BrokenFile(
    t('The first line has no columns for title and text. A CSV file needs {list}, and {list2}.', {
      list: formatList(fieldColumns.title, 'or'),
      list2: formatList(fieldColumns.content, 'or'),
    }),
  )
}

function hasColumns(names: string[]): boolean {
  const has = (columns: readonly string[]) => names.some((name) => columns.includes(name.toLowerCase()))
  return has(fieldColumns.title) && has(fieldColumns.content)
}

async function* jsonRows(pieces: AsyncIterable<JsonPiece>): AsyncGenerator<SourceRow> {
  for await (const piece of pieces) yield toRow(piece)
}

/**
 * Reads JSONL, or a single object on one or several lines. It is JSONL if one of the first two lines is an object. Throws
 * BrokenFile for a text that is neither, and for an object on several lines that is too large.
 */
async function* objectRows(pieces: AsyncGenerator<JsonPiece>): AsyncGenerator<SourceRow> {
  const read: JsonPiece[] = []
  let length = 0
  let isLines = false
  while (!isLines) {
    const next = await pieces.next()
    if (next.done) break
    read.push(next.value)
    length += next.value.text.length
    isLines = read.length === 2 && read.some(({ text }) => parseObject(text) !== null)
    if (length > wholeMax) throw new BrokenFile(t('This JSON object is too large. Save its prompts as a JSON array.'))
  }
  const object = isLines ? null : parseObject(read.map(({ text }) => text).join('\n'))
  const [first] = read
  if (object) for (const row of rowsOfObject(object)) yield { line: first?.line ?? 1, ...row }
  else if (isLines || read.length === 1) {
    for (const piece of read) yield toRow(piece)
    yield* jsonRows(pieces)
  } else throw new BrokenFile(t('This isn’t valid JSON, neither as one object nor as one object on each line.'))
}

function toRow({ line, text }: JsonPiece): SourceRow {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { line, problem: t('It isn’t a JSON object.') }
    return { line, ...rowOfObject(value as Record<string, unknown>) }
  } catch {
    return { line, problem: t('It isn’t valid JSON.') }
  }
}
