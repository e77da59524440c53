import { type Alias, type Document, isAlias, isMap, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml'
import { t } from './texts.ts'
import { cutText } from './well-formed.ts'

/**
 * The limits of a YAML text: even a small one can expand to a large value or take a long time to parse. `parts`: the
 * tokens and empty lines, not counting other white space, comments, and plain and block scalars.
 */
export const yamlLimits = { characters: 64_000, depth: 32, aliases: 20, parts: 2_000 } as const

/**
 * Thrown for invalid YAML, and for YAML with a tag or beyond the limits. `line`: the number of the line with the
 * problem, counted from 1. The message gives the reason, in one or two sentences.
 */
export class RefusedYaml extends Error {
  override name = 'RefusedYaml'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The value as JSON would represent it, and the line of each key of the outermost mapping. */
export type YamlResult = { value: unknown; lines: Map<string, number> }

/**
 * Reads one document of YAML 1.2 (core schema). Refuses all tags, and documents that exceed `yamlLimits`. A number that
 * JSON would write differently, such as 007 or 1.10, becomes a text. Throws RefusedYaml.
 */
export function readYaml(text: string): YamlResult {
  checkLimits(text)
  const counter = new LineCounter()
  const lineAt = (at: number) => Math.max(counter.linePos(at).line, 1)
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
  })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem)
    throw new RefusedYaml(
      lineAt(problem.pos[0]),
      t('This isn’t valid YAML: {problem}.', { problem: lowerFirst(problem.message) }),
    )
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number' && String(node.value) !== node.source) node.value = node.source
    },
  })
  const lines = new Map<string, number>()
  if (isMap(document.contents))
    for (const { key } of document.contents.items)
      if (isScalar(key)) lines.set(String(key.value), lineAt(key.range?.[0] ?? 0))
  return { value: plainValue(document, lineAt), lines }
}

/**
 * Converts a document to a value. For an unknown alias or too many aliases, the library throws a ReferenceError, and
 * for a value that contains itself, JSON throws a TypeError. Throws RefusedYaml in these cases.
 */
function plainValue(document: Document, lineAt: (at: number) => number): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: yamlLimits.aliases })) ?? 'null')
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof TypeError)) throw error
    // These errors have no position, so the line is that of the first undefined alias, or else of the first alias.
    throw new RefusedYaml(
      lineAt(findRefusedAlias(document)?.range?.[0] ?? 0),
      t('An alias (*name) is undefined, refers to itself, or expands to too much.'),
    )
  }
}

/** Returns the first alias whose anchor doesn't precede it, otherwise the first alias. */
function findRefusedAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>()
  let first: Alias | undefined
  let undefinedAlias: Alias | undefined
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor) anchors.add(node.anchor)
        return undefined
      }
      first ??= node
      if (anchors.has(node.source)) return undefined
      undefinedAlias = node
      return visit.BREAK
    },
  })
  return undefinedAlias ?? first
}

/**
 * Checks the limits token by token, before any recursive code parses the text. Throws RefusedYaml if the text exceeds
 * one, or has a tag.
 */
function checkLimits(text: string): void {
  const { characters, depth, aliases, parts } = yamlLimits
  if (text.length > characters)
    throw new RefusedYaml(
      1,
      t('It has {length} characters. The limit is {limit}.', { length: text.length, limit: characters }),
    )
  const nesting = new Nesting()
  let line = 1
  let aliasCount = 0
  let partCount = 0
  let isScalarNext = false
  let isLineOver = false
  for (const lexeme of new Lexer().lex(text)) {
    if (isScalarNext) isScalarNext = false
    else if (lexeme === scalarMark) isScalarNext = true
    else {
      if (lexeme.startsWith('*')) aliasCount++
      const isNewline = /^\r?\n/.test(lexeme)
      if (!/^[\s#]/.test(lexeme) || (isNewline && isLineOver)) partCount++
      isLineOver = isNewline
      if (lexeme.startsWith('!'))
        throw new RefusedYaml(line, t('The tag {tag} isn’t supported. Remove it.', { tag: cutText(lexeme, 40) }))
      if (aliasCount > aliases)
        throw new RefusedYaml(line, t('It has more than {aliases} aliases (*name).', { aliases }))
      if (partCount > parts) throw new RefusedYaml(line, t('It has more than {parts} parts.', { parts }))
      if (nesting.depthAfter(lexeme) > depth)
        throw new RefusedYaml(line, t('It is nested more than {depth} levels deep.', { depth }))
    }
    line += lexeme.split('\n').length - 1
  }
}

/** What the lexer returns before the text of a plain or block scalar. */
const scalarMark = '\x1f'

/** Tracks how deeply a text is nested, token by token: by brackets, by indentation, and by `-` and `?` on a line. */
class Nesting {
  private bracketDepth = 0
  private indicatorDepth = 0
  private indents: number[] = []
  private indent = 0
  private isAtStart = true

  depthAfter(lexeme: string): number {
    if (/^\r?\n/.test(lexeme)) {
      this.indicatorDepth = 0
      this.indent = 0
      this.isAtStart = true
    } else if (this.isAtStart && /^ +$/.test(lexeme)) this.indent = lexeme.length
    else if (!/^[\s#]/.test(lexeme)) this.enter(lexeme)
    return this.bracketDepth + this.indicatorDepth + this.indents.length
  }

  private enter(lexeme: string) {
    if (this.isAtStart) {
      this.isAtStart = false
      this.indents = this.indents.filter((outer) => outer < this.indent)
      if (this.indent > 0) this.indents.push(this.indent)
    }
    if (lexeme === '-' || lexeme === '?') this.indicatorDepth++
    if (lexeme === '[' || lexeme === '{') this.bracketDepth++
    if (lexeme === ']' || lexeme === '}') this.bracketDepth = Math.max(this.bracketDepth - 1, 0)
  }
}

/** Returns the first line of a message, with a lower-case first letter and without a period or colon at its end. */
function lowerFirst(message: string): string {
  const [first = ''] = message.split('\n')
  return first.charAt(0).toLowerCase() + first.slice(1).replace(/[.:]$/, '')
}
