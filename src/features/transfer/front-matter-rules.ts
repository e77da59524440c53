import { isNestedWithin } from '#lib/nesting.ts'
import { RefusedToml, readToml } from '#lib/toml.ts'
import { RefusedYaml, readYaml, type YamlResult, yamlLimits } from '#lib/yaml.ts'

/** A file that is split into front matter and body. Line numbers are those of the file, counted from 1. */
export type SplitFile = {
  frontMatter: Record<string, unknown>
  /** The line of each key in the front matter. */
  keyLines: ReadonlyMap<string, number>
  /** Whether a comment above the front matter is left out. */
  hasComment: boolean
  body: string
  bodyLine: number
}

/**
 * Thrown for front matter that can't be read. `line`: the number of the line in the file with the problem, counted
 * from 1.
 */
export class RefusedFrontMatter extends Error {
  override name = 'RefusedFrontMatter'
  readonly line: number
  constructor(line: number, message: string, cause: unknown) {
    super(message, { cause })
    this.line = line
  }
}

/** Front matter is between two lines of three hyphens (YAML) or three plus signs (TOML). */
const opening = /(---|\+\+\+)[ \t]*\r?\n/y
const closings = { '---': /^---[ \t]*(?:\r?\n|$(?![\s\S]))/m, '+++': /^\+\+\+[ \t]*(?:\r?\n|$(?![\s\S]))/m }
/** Matches an empty line, or a line that is a comment in YAML and TOML. */
const commentLine = /[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n/y
/** Matches what a comment above the front matter is about. Any other line that begins with # is a heading. */
const license = /copyright|licen[cs]e|spdx|©/i
/**
 * Keys of which front matter below a comment has at least one. Otherwise the hyphens are lines across the page, with text
 * between them.
 */
const expectedKeys = [
  'title',
  'name',
  'description',
  'tags',
  'author',
  'authors',
  'license',
  'licence',
  'model',
  'input',
  'inputs',
  'output',
  'config',
  'tools',
]
const jsonLine = /^([A-Za-z_][\w-]*): (\S.*?)\r?$/s
/**
 * Matches a line whose value is unquoted or has words after a closing bracket, as in `argument-hint: [name] [place]`.
 */
const plainLine = /^([A-Za-z_][\w-]*:[ \t]+)([^\s"'[{|>&!#][^\n\r]*|\[[^\][\n\r]*\][ \t]*[^\s#,][^\n\r]*)$/gm

/** Tells whether a text begins with what looks like front matter, perhaps below comments. */
export function hasFrontMatter(text: string): boolean {
  return findHeader(text) !== null
}

/**
 * Splits a file. If it has no front matter, or its front matter isn't a mapping, the whole text is the body. Comments
 * above the front matter, such as a license, are left out. Throws RefusedFrontMatter.
 */
export function splitFile(text: string): SplitFile {
  const whole = {
    frontMatter: {},
    keyLines: new Map<string, number>(),
    hasComment: false,
    body: text.replace(/^\ufeff/, ''),
    bodyLine: 1,
  }
  const found = findHeader(text)
  if (!found) return whole
  const { header, delimiter, comment, line, end } = found
  const { value, lines } = readHeader(header, delimiter, line)
  if (value !== null && (typeof value !== 'object' || Array.isArray(value))) return whole
  const frontMatter = (value ?? {}) as Record<string, unknown>
  if (comment !== '' && !expectedKeys.some((key) => Object.hasOwn(frontMatter, key))) return whole
  return {
    frontMatter,
    keyLines: new Map([...lines].map(([key, keyLine]) => [key, line + keyLine])),
    hasComment: comment !== '',
    body: text.slice(end),
    bodyLine: line + header.split('\n').length + 1,
  }
}

type Header = {
  header: string
  delimiter: keyof typeof closings
  /** What precedes the front matter, without white space around it. */
  comment: string
  /** The line of the opening delimiter. */
  line: number
  /** The offset of the text after the front matter. */
  end: number
}

function findHeader(text: string): Header | null {
  const at = endOfComments(text)
  opening.lastIndex = at
  const [start, delimiter] = opening.exec(text) ?? []
  if (start === undefined) return null
  const from = at + start.length
  const comment = text
    .slice(0, at)
    .replace(/^\ufeff/, '')
    .trim()
  if (!comment.startsWith('<!--') && comment !== '' && !license.test(comment)) return null
  const rest = text.slice(from)
  const closing = closings[delimiter as keyof typeof closings].exec(rest)
  if (!closing) return null
  return {
    header: rest.slice(0, closing.index),
    delimiter: delimiter as keyof typeof closings,
    comment,
    line: text.slice(0, at).split('\n').length,
    end: from + closing.index + closing[0].length,
  }
}

/** Returns the offset after the empty lines and comments with which a text begins. */
function endOfComments(text: string): number {
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end === -1) return at
      at = end + 3
      continue
    }
    commentLine.lastIndex = at
    const line = commentLine.exec(text)?.[0]
    if (line === undefined) return at
    at += line.length
  }
}

/**
 * Reads front matter. If it isn't valid YAML, reads it again with its unquoted values as strings, because many files
 * have a description with a colon, or `globs: *.ts`. `line` is the line of the opening delimiter. Throws
 * RefusedFrontMatter.
 */
function readHeader(header: string, delimiter: Header['delimiter'], line: number): YamlResult {
  try {
    return delimiter === '---' ? readYamlHeader(header) : readToml(header)
  } catch (error) {
    if (!(error instanceof RefusedYaml || error instanceof RefusedToml)) throw error
    throw new RefusedFrontMatter(line + error.line, error.message, error)
  }
}

function readYamlHeader(header: string): YamlResult {
  const exported = readJsonLines(header)
  if (exported) return exported
  try {
    return readYaml(header)
  } catch (error) {
    if (!(error instanceof RefusedYaml)) throw error
    const result = header.length > yamlLimits.characters ? null : readQuoted(header)
    if (result) return result
    throw error
  }
}

function readQuoted(header: string): YamlResult | null {
  try {
    return readYaml(
      header.replace(plainLine, (_line, key: string, text: string) => key + JSON.stringify(text.trimEnd())),
    )
  } catch (error) {
    // The caller then reports the first error, which is about the original file.
    if (error instanceof RefusedYaml) return null
    throw error
  }
}

/**
 * Reads front matter of any size that `toMarkdown` wrote, with one key per line and its value as JSON. Returns null for
 * other front matter.
 */
function readJsonLines(header: string): YamlResult | null {
  const values = new Map<string, unknown>()
  const lines = new Map<string, number>()
  for (const [index, line] of header.split('\n').entries()) {
    if (line === '') continue
    const [, key = '', json = ''] = jsonLine.exec(line) ?? []
    if (key === '' || values.has(key)) return null
    const value = readJson(json)
    if (value === undefined) return null
    values.set(key, value)
    lines.set(key, index + 1)
  }
  return { value: Object.fromEntries(values), lines }
}

/** Parses JSON that isn't nested more deeply than YAML may be. Returns undefined for anything else. */
function readJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return isNestedWithin(value, yamlLimits.depth) ? value : undefined
  } catch {
    // `readHeader` then reads the front matter as YAML.
    return undefined
  }
}

/**
 * Writes a Markdown file: front matter with one key per line, whose value is in JSON (which is valid YAML), and then the
 * text.
 */
export function toMarkdown(frontMatter: Record<string, unknown>, text: string): string {
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}
