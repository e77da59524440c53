import type { SkillFile } from '#features/catalogue/contract.ts'
import { isSkillFilePath, skillFilesError } from '#features/catalogue/skill-rules.ts'
import { pictureLimits } from '#features/examples/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { toStorable } from '#lib/well-formed.ts'
import { type AlikeRow, distinguishTitles } from './alike-title-rules.ts'
import { imageOf, isAddress, pathsOf } from './image-rules.ts'
import { promptsOfObject } from './json-object-rules.ts'
import { headingOf, isPromptFile } from './prompt-file-rules.ts'
import { BrokenFile, type SourceRow } from './record-rules.ts'
import { transferLimits } from './rules.ts'
import { quoteMarkup } from './source-rules.ts'
import { singleChunk } from './text-chunk-rules.ts'
import { isTextExport } from './text-export-rules.ts'
import { rowsOfTextFile } from './text-file-rules.ts'
import { readZip, zipFileReader, zipNames } from './zip-rules.ts'

/**
 * Reads the prompts of a zip archive: files of one prompt, and tables, which may have several (CSV, JSON, JSONL and
 * “Readable text” exports). The text files in the folder of a SKILL.md come with its prompt. `tablesMax` limits the total length of the
 * tables, in characters; reading ends after `rowsMax` rows. Tables beyond the limit, unreadable files and overlong names
 * become invalid rows. Throws BrokenFile, also for an archive without prompts.
 */
export async function* rowsOfZip(
  bytes: Uint8Array<ArrayBuffer>,
  { tablesMax = Infinity, rowsMax = Infinity }: { tablesMax?: number; rowsMax?: number } = {},
): AsyncGenerator<SourceRow> {
  const allNames = zipNames(bytes)
  const problem = documentProblem(allNames)
  if (problem) throw new BrokenFile(problem)
  const names = allNames.filter((name) => !name.endsWith('/') && !isTooLong(name))
  const skillFolders = new Set(names.filter((name) => skillFile.test(name)).map(folderOf))
  const skillFolderOf = (name: string) => foldersOf(name).find((folder) => skillFolders.has(folder))
  const otherFilesBySkill = Map.groupBy(
    names.filter((name) => !skillFile.test(name)),
    skillFolderOf,
  )
  const folderOfAttached = (name: string) => {
    const folder = skillFile.test(name) || isTooLong(name) ? undefined : skillFolderOf(name)
    return folder !== undefined && isSkillFilePath(name.slice(folder.length)) ? folder : undefined
  }
  const isImported = (name: string) =>
    folderOfAttached(name) !== undefined ||
    (mayHavePrompts(name) && (isTooLong(name) || skillFile.test(name) || skillFolderOf(name) === undefined))
  const attachedByFolder = new Map<string, SkillFile[]>()
  const rows: AlikeRow[] = []
  const withoutPrompt: string[] = []
  let charactersLeft = tablesMax
  for await (const file of readZip(bytes, isImported)) {
    const { name } = file
    const folder = folderOfAttached(name)
    if (folder !== undefined) {
      if ('text' in file) attach(attachedByFolder, folder, { path: name.slice(folder.length), text: file.text })
      continue
    }
    const isTable = 'text' in file && isTableFile(name, file.text)
    if (isTable) charactersLeft -= file.text.length
    if (isTooLong(name)) rows.push(invalidRow(toStorable(name.slice(-nameMax)), tooLongProblem()))
    else if ('problem' in file) rows.push(invalidRow(name, file.problem))
    // Characters are limited, not prompts, because reading rows without text takes time too.
    else if (isTable && charactersLeft < 0) rows.push(invalidRow(name, tooManyTablesProblem()))
    else {
      const found = isJsonObject(name, file.text) ? rowsOfObject(file.text) : rowsOfEntry(name, file.text)
      const before = rows.length
      for await (const row of found) {
        rows.push({ row: { ...row, file: name }, heading: isTable ? null : headingOf(file.text) })
      }
      if (rows.length === before) withoutPrompt.push(name)
    }
    if (rows.length > rowsMax) break
  }
  if (rows.length === 0) throw new BrokenFile(withoutPromptsProblem(names, withoutPrompt))
  distinguishTitles(rows)
  const namesOfImages = addImages(bytes, new Set(allNames), rows)
  for (const { row } of rows)
    if ('fields' in row && row.file !== undefined && skillFile.test(row.file)) {
      const folder = folderOf(row.file)
      const files = attachedByFolder.get(folder) ?? []
      const omitted = (otherFilesBySkill.get(folder) ?? []).filter(
        (name) => !namesOfImages.has(name) && !files.some(({ path }) => folder + path === name),
      )
      if (files.length > 0) row.fields = { ...row.fields, files }
      if (omitted.length > 0)
        row.notes = [
          ...(row.notes ?? []),
          t('Other files in its folder are left out: {names}.', { names: listNames(omitted) }),
        ]
    }
  // The note is about the archive, and an import reports only rows.
  const [firstPrompt] = rows.filter(({ row }) => 'fields' in row)
  if (firstPrompt && withoutPrompt.length > 0 && 'fields' in firstPrompt.row)
    firstPrompt.row.notes = [
      ...(firstPrompt.row.notes ?? []),
      t('Files of the archive without a prompt are left out: {names}.', { names: listNames(withoutPrompt) }),
    ]
  for (const { row } of rows) yield row
}

/** Adds to each row a way to read the picture that it names. Returns the names of these files. */
function addImages(bytes: Uint8Array<ArrayBuffer>, names: Set<string>, rows: AlikeRow[]): Set<string> {
  const found = new Set<string>()
  const read = zipFileReader(bytes, pictureLimits.bytesMax)
  for (const { row } of rows) {
    const image = 'fields' in row ? imageOf(row.fields) : null
    if (!('fields' in row) || image === null || isAddress(image)) continue
    const name = pathsOf(image, row.file ?? '').find((path) => names.has(path))
    if (name === undefined) {
      row.notes = [
        ...(row.notes ?? []),
        t('Its picture is left out, because the archive has no file {markup}.', { markup: quoteMarkup(image.file) }),
      ]
      continue
    }
    found.add(name)
    row.readImage = () => read(name)
  }
  return found
}

/** Adds a file to those of a skill, unless the skill would then have too many or too long ones. */
function attach(filesByFolder: Map<string, SkillFile[]>, folder: string, { path, text }: SkillFile): void {
  const files = filesByFolder.get(folder) ?? []
  const withFile = [...files, { path, text: toStorable(text) }]
  if (skillFilesError(withFile) === null) filesByFolder.set(folder, withFile)
}

function invalidRow(file: string, problem: string): AlikeRow {
  return { row: { line: 1, file, problem }, heading: null }
}

/** Says why an archive has no prompts. */
function withoutPromptsProblem(names: string[], withoutPrompt: string[]): string {
  if (withoutPrompt.length > 0)
    return t('None of its files has a prompt with a title and a text: {names}.', { names: listNames(withoutPrompt) })
  if (names.length === 0) return t('This archive has no files.')
  return t('None of its files can be imported: {names}. Use Markdown, CSV, JSON or the files of a prompt format.', {
    names: listNames(names),
  })
}

/** Reads the prompts of a file in an archive. A table that can't be read becomes one invalid row. */
async function* rowsOfEntry(name: string, text: string): AsyncGenerator<SourceRow> {
  try {
    yield* rowsOfTextFile(name, singleChunk(text))
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error
    yield { line: 1, problem: error.message }
  }
}

/** Reads the prompts of a JSON object. There are none in a file of settings. */
function rowsOfObject(text: string): SourceRow[] {
  return promptsOfObject(text).map((row) => ({ line: 1, ...row }))
}

/** Says what to do if the archive is a document from another program. Returns undefined for other archives. */
function documentProblem(names: string[]): string | undefined {
  const hasPath = (start: string) => names.some((name) => name.startsWith(start))
  if (hasPath('xl/workbook.') || hasPath('Index/Tables/'))
    return t('This is a spreadsheet. Save it as CSV, or copy its cells and paste them.')
  if (hasPath('[Content_Types].xml') || (hasPath('mimetype') && hasPath('content.xml')))
    return t('This is a document from another program. Save it as text or CSV, or copy its text and paste it.')
}

const skillFile = /(?:^|\/)SKILL\.md$/i
const { nameMax } = transferLimits
const tooLongProblem = () => t('Its name has more than {nameMax} characters. Shorten it.', { nameMax })
const tooManyTablesProblem = () =>
  t('The tables of this archive are too large for one request. Send this table in parts.')

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

/** Tells whether a file may have many prompts. */
function isTableFile(name: string, text: string): boolean {
  return isTextExport(text) || !isPromptFile(name, text)
}

/** Tells whether a file is a JSON object, such as a package.json, and not a list. */
function isJsonObject(name: string, text: string): boolean {
  return /\.json$/i.test(name) && !/^\ufeff?\s*\[/.test(text)
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

/** Lists the first names of files, and counts the others. */
function listNames(paths: string[]): string {
  const names = paths.slice(0, 3).map((path) => path.split('/').pop())
  const rest = paths.length > names.length ? ` and ${formatNumber(paths.length - names.length)} more` : ''
  return `${names.join(', ')}${rest}`
}
