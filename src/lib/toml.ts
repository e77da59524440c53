import { parse, TomlError } from 'smol-toml'
import { isNestedWithin } from './nesting.ts'
import { t } from './texts.ts'
import { yamlLimits as limits } from './yaml.ts'

/**
 * Thrown for invalid TOML, and for TOML beyond the limits of YAML. `line`: the number of the line with the problem, counted
 * from 1.
 */
export class RefusedToml extends Error {
  override name = 'RefusedToml'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads a document of TOML 1.0 as JSON would represent it. `lines` has the line of each key or table at the top. Throws
 * RefusedToml.
 */
export function readToml(text: string): { value: Record<string, unknown>; lines: Map<string, number> } {
  if (text.length > limits.characters)
    throw new RefusedToml(
      1,
      t('It has {length} characters. The limit is {limit}.', { length: text.length, limit: limits.characters }),
    )
  const table = parseToml(text)
  // Dotted keys nest too, and the parser doesn't count them.
  if (!isNestedWithin(table, limits.depth))
    throw new RefusedToml(1, t('It is nested more than {depth} levels deep.', { depth: limits.depth }))
  const value = JSON.parse(JSON.stringify(table)) as Record<string, unknown>
  return { value, lines: linesOfKeys(text, value) }
}

function parseToml(text: string): unknown {
  try {
    return parse(text, { maxDepth: limits.depth })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = ''] = error.message.split('\n')
    throw new RefusedToml(
      error.line,
      t('This isn’t valid TOML: {problem}.', { problem: message.replace(/^.*?: |\.$/g, '') }),
    )
  }
}

function linesOfKeys(text: string, value: Record<string, unknown>): Map<string, number> {
  const lines = new Map<string, number>()
  for (const [index, line] of text.split('\n').entries()) {
    const [, key = ''] = /^[ \t]*\[{0,2}([\w-]+)/.exec(line) ?? []
    if (Object.hasOwn(value, key) && !lines.has(key)) lines.set(key, index + 1)
  }
  return lines
}
