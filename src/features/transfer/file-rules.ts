import { parseJson } from './cell-rules.ts'
import { binaryProblem, decodeText, encodingProblem, isBinary } from './encoding-rules.ts'
import { isPromptFile, readPromptFile } from './prompt-file-rules.ts'
import { BrokenFile, contentColumns, type SourceRow } from './record-rules.ts'
import { isTable, rowsOfText, singleChunk } from './row-rules.ts'
import { transferLimits } from './rules.ts'
import { isTextExport, rowsOfTextExport } from './text-export-rules.ts'
import { isZip, readZip, zipNames } from './zip-rules.ts'

/**
 * Reads the prompts of a file: CSV, JSON, JSONL, a “Readable text” export, one prompt, or a zip of these. The format is
 * recognized from the content and, for a file of one prompt, also from its name. Throws BrokenFile.
 */
export async function* rowsOfFile(name: string, bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<SourceRow> {
  if (isZip(bytes)) {
    yield* rowsOfZip(bytes)
    return
  }
  if (isBinary(bytes)) throw new BrokenFile(binaryProblem)
  const text = decodeText(bytes)
  if (text === null) throw new BrokenFile(encodingProblem)
  yield* rowsOfDecoded(name, text)
}

/** Reads the prompts of a decoded file in any format except zip. Throws BrokenFile. */
async function* rowsOfDecoded(name: string, original: string): AsyncGenerator<SourceRow> {
  const text = normalizeExcelText(original)
  if (isTextExport(text)) yield* rowsOfTextExport(text)
  else if (isPromptFile(name, text) || (isPlainText(name) && !isTable(text))) yield promptRow(name, text)
  else {
    const objects = objectsOf(text)
    if (objects === null) yield* rowsOfText(singleChunk(text))
    else for (const fields of objects) yield { line: 1, fields }
  }
}

/** Undoes what Excel does: replaces line ends that are only CR, and empties a first line such as `sep=;`. */
function normalizeExcelText(text: string): string {
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  return lines.replace(/^\ufeff?sep=.(?=\r?\n)/i, '')
}

type Fields = Record<string, unknown>

/**
 * Returns the prompts in a text that is a single JSON object, on one or several lines: the objects in its only list of
 * objects, as in `{"prompts": [...]}`, or the object itself if it is a prompt or doesn't have exactly one such list.
 * Returns null for other texts, such as JSONL.
 */
function objectsOf(text: string): Fields[] | null {
  if (!/^\ufeff?\s*\{/.test(text)) return null
  const object = parseJson(text.replace(/^\ufeff/, ''))
  if (typeof object !== 'object' || object === null) return null
  const lists = Object.values(object).filter(isListOfObjects)
  const isPrompt = Object.keys(object).some((key) =>
    contentColumns.some((column) => column === key.trim().toLowerCase()),
  )
  return isPrompt || lists.length !== 1 ? [object as Fields] : (lists[0] ?? [])
}

function isListOfObjects(value: unknown): value is Fields[] {
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item)
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

/** Returns a file of one prompt as a row. */
export function promptRow(name: string, text: string): SourceRow {
  return { line: 1, ...(name !== '' && { file: name }), ...readPromptFile(text, name) }
}

/**
 * Reads the prompts of a zip archive: files of one prompt, and tables, which may have several (CSV, JSON, JSONL and
 * “Readable text” exports). In the folder of a skill, it reads only SKILL.md. `tablesMax` limits the total length of the
 * tables, in characters. Tables beyond it, unreadable files and overlong names become invalid rows. Throws BrokenFile.
 */
export async function* rowsOfZip(
  bytes: Uint8Array<ArrayBuffer>,
  { tablesMax = Infinity }: { tablesMax?: number } = {},
): AsyncGenerator<SourceRow> {
  const problem = documentProblem(zipNames(bytes))
  if (problem) throw new BrokenFile(problem)
  const names = zipNames(bytes).filter((name) => !name.endsWith('/') && !isTooLong(name))
  const skillFolders = new Set(names.filter((name) => skillFile.test(name)).map(folderOf))
  const skillFolderOf = (name: string) => foldersOf(name).find((folder) => skillFolders.has(folder))
  const otherFilesBySkill = Map.groupBy(
    names.filter((name) => !skillFile.test(name)),
    skillFolderOf,
  )
  const isImported = (name: string) =>
    mayHavePrompts(name) && (isTooLong(name) || skillFile.test(name) || skillFolderOf(name) === undefined)
  let charactersLeft = tablesMax
  for await (const file of readZip(bytes, isImported)) {
    const { name } = file
    if ('text' in file && isTableFile(name, file.text)) charactersLeft -= file.text.length
    if (isTooLong(name))
      yield {
        line: 1,
        file: name.slice(-nameMax),
        problem: `Its name has more than ${nameMax} characters. Shorten it.`,
      }
    else if ('problem' in file) yield { line: 1, file: name, problem: file.problem }
    // Characters are limited, not prompts, because reading rows without text takes time too.
    else if (charactersLeft < 0 && isTableFile(name, file.text))
      yield {
        line: 1,
        file: name,
        problem: 'The tables of this archive are too large for one request. Send this table in parts.',
      }
    else {
      const otherFiles = skillFile.test(name) ? otherFilesBySkill.get(folderOf(name)) : undefined
      for await (const row of rowsOfEntry(name, file.text)) {
        if ('fields' in row && otherFiles) row.notes = [...(row.notes ?? []), noteOnOtherFiles(otherFiles)]
        yield { ...row, file: name }
      }
    }
  }
}

/** Says what to do if the archive is a document from another program. Returns undefined for other archives. */
function documentProblem(names: string[]): string | undefined {
  const hasPath = (start: string) => names.some((name) => name.startsWith(start))
  if (hasPath('xl/workbook.') || hasPath('Index/Tables/'))
    return 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.'
  if (hasPath('[Content_Types].xml') || (hasPath('mimetype') && hasPath('content.xml')))
    return 'This is a document from another program. Save it as text or CSV, or copy its text and paste it.'
}

/** Reads the prompts of a file in an archive. A table that can't be read becomes one invalid row. */
async function* rowsOfEntry(name: string, text: string): AsyncGenerator<SourceRow> {
  if (isOtherJson(name, text)) return
  try {
    yield* rowsOfDecoded(name, text)
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    yield { line: 1, problem: error.message }
  }
}

const skillFile = /(?:^|\/)SKILL\.md$/i
const { nameMax } = transferLimits

/** Tells whether a name is too long. Searching a path of 60,000 folders would take seconds. */
function isTooLong(name: string): boolean {
  return name.length > nameMax
}

/**
 * Tells by its name whether to look for prompts in a file of an archive. Plain text (`.txt`), unknown endings, macOS
 * metadata, hidden files and hidden folders are skipped, but not the folders of coding agents, such as `.claude`.
 */
function mayHavePrompts(name: string): boolean {
  return (
    (isPromptFile(name) || /\.(?:csv|tsv|jsonl?)$/i.test(name)) &&
    !/(?:^|\/)(?:\.(?!(?:claude|github|cursor|agents)\/)|__MACOSX\/)/.test(name)
  )
}

function isTableFile(name: string, text: string): boolean {
  return !isOtherJson(name, text) && (!isPromptFile(name, text) || isTextExport(text))
}

/** Tells whether a file is JSON but not a list, such as a package.json. */
function isOtherJson(name: string, text: string): boolean {
  return /\.json$/i.test(name) && !/^\ufeff?\s*\[/.test(text)
}

function isPlainText(name: string): boolean {
  return /\.txt$/i.test(name)
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

/** Returns the folders that contain a file, innermost first, each with a slash at the end. '' is the archive's top. */
function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  const folders = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`)
  // A file at the top isn't in the folder of a skill: next to a SKILL.md there, files may be separate prompts.
  return folders.length > 0 ? [...folders, ''] : []
}

function noteOnOtherFiles(otherFiles: string[]): string {
  const names = otherFiles.slice(0, 3).map((path) => path.split('/').pop())
  const rest = otherFiles.length > names.length ? ` and ${otherFiles.length - names.length} more` : ''
  return `The other files in its folder are left out: ${names.join(', ')}${rest}.`
}
