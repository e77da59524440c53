import type { Variable } from '#features/variables/contract.ts'
import { t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import { readAgentFile, readCursorFile, withoutCommands } from './agent-file-rules.ts'
import { exportFormat } from './cell-rules.ts'
import { variableOf } from './described-input-rules.ts'
import { readDotpromptFile } from './dotprompt-file-rules.ts'
import { fromHandlebars } from './dotprompt-rules.ts'
import { formatOfFile } from './file-format-rules.ts'
import { hasFrontMatter, RefusedFrontMatter, type SplitFile, splitFile } from './front-matter-rules.ts'
import { imageColumns } from './image-rules.ts'
import { blankNamer, contentOf, piecesOf } from './piece-rules.ts'
import { creditOf, readPromptyFile } from './prompty-file-rules.ts'
import { readRecordMetadata, type TextConversion } from './record-metadata-rules.ts'
import { creditColumns, fieldColumns, ownSyntax } from './record-rules.ts'
import { textOfSkill } from './skill-rules.ts'
import { type ForeignPrompt, lineFinder, Notes, type PromptSource, quoteMarkup } from './source-rules.ts'
import { findBlanksInCode, findUnresolvedPlaceholders } from './text-note-rules.ts'

/**
 * Matches `${input:name}`, `${input:name:description}`, any other `${…}`, such as a variable that the editor fills in,
 * and references to the editor's tools and files.
 */
const placeholder = /\$\{([^{}\n]*)\}|#(?:tool|file):[^\s,;)]*[^\s,;).]/g
const editorVariable =
  /^(?:workspaceFolder|workspaceFolderBasename|selection|selectedText|file|fileBasename|fileDirname|fileBasenameNoExtension)$/

/** Reads a prompt file of VS Code (`.prompt.md`). Its inputs become blanks, their descriptions become help texts. */
function readVscodeFile(source: PromptSource): ForeignPrompt {
  const nameOf = blankNamer()
  const variables: Variable[] = []
  const pieces = piecesOf(source.body, placeholder, ({ 0: whole, 1: inner = '', index }) => {
    const [, name = '', description] = /^input:([^:]+)(?::(.*))?$/.exec(inner) ?? []
    if (name !== '') {
      const blank = nameOf(name)
      if (description) variables.push(variableOf(blank, { description }).variable)
      return { name: blank, default: null }
    }
    if (inner === '' || editorVariable.test(inner))
      source.notes.add(
        source.lineAt(index),
        t('{markup} is for the editor. It stays text here.', { markup: quoteMarkup(whole) }),
      )
    return null
  })
  return { content: contentOf(pieces), variables }
}

const noTools = 'is left out. A prompt here has no tools.'
const noAutomation = 'is left out. Nothing runs automatically here.'

/**
 * The front matter keys with which other programs let a prompt use tools or run code, each with the end of its note.
 * They are never imported.
 */
const capabilityKeys: Record<string, string> = {
  'allowed-tools': noTools,
  'disallowed-tools': noTools,
  tools: noTools,
  toolDefs: noTools,
  'mcp-servers': noTools,
  mcpServers: noTools,
  hooks: noAutomation,
  shell: noAutomation,
  command: noAutomation,
  commands: noAutomation,
  scripts: noAutomation,
}

/** Adds a note for each front matter key that isn't in `importedKeys`. */
function noteOmittedKeys({ keyLines, notes }: PromptSource, importedKeys: readonly string[]): void {
  for (const [key, line] of keyLines)
    if (!importedKeys.includes(key))
      notes.add(
        line,
        `“${quoteMarkup(key)}” ${Object.hasOwn(capabilityKeys, key) ? capabilityKeys[key] : 'is left out.'}`,
      )
}

/**
 * A file of one prompt as the fields of a record. `notes` are sentences about what isn't imported or should be checked,
 * each with its line.
 */
export type PromptFileRow = { fields: Record<string, unknown>; notes: string[] } | { problem: string }

/** The front matter keys that become fields of the record under the same name. */
const { title: _title, content: _content, tags: _tags, files: _files, ...plainFields } = fieldColumns
const recordKeys: string[] = [
  'category',
  ...Object.values(plainFields).flat(),
  ...creditColumns,
  ...Object.keys(imageColumns),
  ...Object.values(imageColumns).flat(),
]
/** The front matter keys that are read in every format. */
const sharedKeys = ['title', 'name', 'displayName', 'tags', 'metadata', ...recordKeys]

/** How many characters of the text are searched for a heading. */
const headingSearchLength = 2_000
const heading = /^#[ \t]+(\S.*)$/m

/**
 * Tells whether a file is one prompt: Markdown, SKILL.md, .prompt.md, .mdc, Dotprompt, Prompty, or any file that starts
 * with front matter or a heading.
 */
export function isPromptFile(fileName: string, text = ''): boolean {
  return /\.(?:md|markdown|mdc|prompt|prompty)$/i.test(fileName) || hasFrontMatter(text) || /^\ufeff?\s*# \S/.test(text)
}

/** Reads a file of one prompt. A file that Promptarium exported is restored as docs/formats.md says. */
export function readPromptFile(text: string, fileName = ''): PromptFileRow {
  // `contentOf` (piece-rules.ts) delimits blanks with NUL.
  if (text.includes('\0')) return { problem: t('It contains a NUL character. Remove it.') }
  try {
    const file = splitFile(text)
    return readExportedFile(file) ?? readForeignFile(file, text, fileName)
  } catch (error) {
    if (error instanceof RefusedFrontMatter)
      return { problem: t('Line {line}: {message}', { line: error.line, message: error.message }) }
    throw error
  }
}

function readExportedFile({ frontMatter, body }: SplitFile): PromptFileRow | null {
  if (frontMatter.format === exportFormat) return { fields: { ...frontMatter, content: body }, notes: [] }
  const record = readRecordMetadata(frontMatter.metadata)
  return record && { fields: { ...record.fields, content: restoreText(record.conversion, body) }, notes: [] }
}

function restoreText({ file, names, literals }: TextConversion, body: string): string {
  return file === 'skill' ? textOfSkill(body) : fromHandlebars(body, names, literals)
}

function readForeignFile(file: SplitFile, text: string, fileName: string): PromptFileRow {
  // Blank lines around the text aren't part of it.
  const [blankLines = ''] = /^(?:[ \t]*\r?\n)+/.exec(file.body) ?? []
  const body = file.body.slice(blankLines.length).trimEnd()
  const lineAt = lineFinder(body, file.bodyLine + blankLines.split('\n').length - 1)
  const source = { ...file, body, lineAt, notes: new Notes() }
  const format = formatOfFile(fileName, file)
  const { content, variables = [], fields = {}, importedKeys = [] } = readers[format](source)
  const isMarkdown = format === 'markdown'
  if (file.hasComment) source.notes.add(1, t('The comment above the front matter is left out.'))
  noteOmittedKeys(source, [...sharedKeys, ...importedKeys])
  source.notes.addOfText(1, findUnresolvedPlaceholders(text))
  // The notes about the text of a Markdown file are added when the record is read, as for a table.
  if (!isMarkdown) source.notes.addOfText(lineAt(0), findBlanksInCode(content))
  return {
    fields: {
      ...recordFields(file.frontMatter),
      ...fields,
      ...(!isMarkdown && { variables, syntax: ownSyntax }),
      title: titleOf(source, fileName),
      content,
    },
    notes: source.notes.list(),
  }
}

const readers: Record<ReturnType<typeof formatOfFile>, (source: PromptSource) => ForeignPrompt> = {
  vscode: readVscodeFile,
  cursor: readCursorFile,
  skill: (source) => readAgentFile(source, false),
  command: (source) => readAgentFile(source, true),
  dotprompt: readDotpromptFile,
  prompty: readPromptyFile,
  markdown: (source) => ({ content: withoutCommands(source) }),
}

/** Returns the record's fields from front matter, in which author and tags may also be under the key `metadata`. */
function recordFields(frontMatter: Record<string, unknown>): Record<string, unknown> {
  const { authors, author, tags } = Object(frontMatter.metadata) as Record<string, unknown>
  const ownFields = recordKeys.flatMap((key) => (Object.hasOwn(frontMatter, key) ? [[key, frontMatter[key]]] : []))
  return { ...creditOf(authors ?? author), tags: frontMatter.tags ?? tags, ...Object.fromEntries(ownFields) }
}

/**
 * Returns the title: from the front matter, the first heading, the name in the front matter, or the name of the file
 * (for a skill, the name of its folder).
 */
function titleOf({ frontMatter, body }: PromptSource, fileName: string): unknown {
  const { title, displayName, name } = frontMatter
  const path = fileName.split('/')
  const last = path.pop() ?? ''
  const nameOfFile = /^skill\.md$/i.test(last) ? wordsOfFolder(path.pop() ?? '') : wordsOfFile(last)
  const plainName = typeof name === 'string' && name !== '' ? wordsOfFolder(name) : nameOfFile
  return title ?? displayName ?? headingOf(body) ?? plainName
}

/** Returns the first heading of a text, without the marks that may close it, or null. */
export function headingOf(text: string): string | null {
  return heading.exec(cutText(text, headingSearchLength))?.[1]?.replace(/(?<![ \t#])[ \t#]+$/, '') ?? null
}

/** Returns the name of a file as words, without its ending. */
export function wordsOfFile(name: string): string {
  return wordsOfFolder(name.replace(/(?:\.prompt)?\.\w+$/, ''))
}

/** Returns the name of a folder as words. */
export function wordsOfFolder(name: string): string {
  return name.replace(/[-_]+/g, ' ')
}
