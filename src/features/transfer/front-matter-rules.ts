import { RefusedYaml, readYaml, type YamlResult, yamlLimits } from '#lib/yaml.ts'

/** A file that is split into front matter and body. Line numbers are those of the file, counted from 1. */
export type SplitFile = {
  frontMatter: Record<string, unknown>
  /** The line of each key in the front matter. */
  keyLines: ReadonlyMap<string, number>
  body: string
  bodyLine: number
}

/** Front matter is at the very start of a file, between two lines of three hyphens. */
const opening = /^\ufeff?---[ \t]*\r?\n/
const closing = /^---[ \t]*(?:\r?\n|$(?![\s\S]))/m
const jsonLine = /^([A-Za-z_][\w-]*): (\S.*?)\r?$/s
/**
 * Matches a line whose value is unquoted or has words after a closing bracket, as in `argument-hint: [name] [place]`.
 */
const plainLine = /^([A-Za-z_][\w-]*:[ \t]+)([^\s"'[{|>&!#][^\n\r]*|\[[^\][\n\r]*\][ \t]*[^\s#,][^\n\r]*)$/gm

/** Tells whether a text begins with what looks like front matter. */
export function hasFrontMatter(text: string): boolean {
  return opening.test(text)
}

/**
 * Splits a file. If it has no front matter, or its front matter isn't a mapping, the whole text is the body. Throws
 * RefusedYaml.
 */
export function splitFile(text: string): SplitFile {
  const whole = { frontMatter: {}, keyLines: new Map<string, number>(), body: text.replace(/^\ufeff/, ''), bodyLine: 1 }
  const start = opening.exec(text)?.[0].length
  if (start === undefined) return whole
  const rest = text.slice(start)
  const end = closing.exec(rest)
  if (!end) return whole
  const header = rest.slice(0, end.index)
  const { value, lines } = readHeader(header)
  if (value !== null && (typeof value !== 'object' || Array.isArray(value))) return whole
  return {
    frontMatter: (value ?? {}) as Record<string, unknown>,
    keyLines: new Map([...lines].map(([key, line]) => [key, line + 1])),
    body: rest.slice(end.index + end[0].length),
    bodyLine: header.split('\n').length + 2,
  }
}

/**
 * Reads front matter. If it isn't valid YAML, reads it again with its unquoted values as strings, because many files
 * have a description with a colon, or `globs: *.ts`. Throws RefusedYaml with the line in the file.
 */
function readHeader(header: string): YamlResult {
  const exported = readJsonLines(header)
  if (exported) return exported
  try {
    return readYaml(header)
  } catch (error) {
    if (!(error instanceof RefusedYaml)) throw error
    const result = header.length > yamlLimits.characters ? null : readQuoted(header)
    if (result) return result
    throw new RefusedYaml(error.line + 1, error.message)
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

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((item) => isNestedWithin(item, levels - 1))
}
