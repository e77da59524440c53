import type { Variable } from '#features/variables/contract.ts'
import { boundsOf } from '#features/variables/value-rules.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { identifiersOf } from './identifier-rules.ts'
import { toMarkdown } from './markdown-rules.ts'
import { contentOf, type Piece } from './piece-rules.ts'
import { recordMetadata } from './record-metadata-rules.ts'

/** Matches runs of braces and backslashes. A run with a meaning in Handlebars is replaced with an input of that text. */
const bracesOrBackslashes = /^\}+|[\\{]+\}*/g
const expression = /\{\{(\w+)\}\}(?:\{\{!:([^{}]*)\}\})?/g

/**
 * Writes a prompt's content in Handlebars, the template language of Dotprompt, with `{{identifier}}` for a blank and
 * then its default as a comment. `names` has the blanks' identifiers by their names. `literals` in the result has the
 * texts of the inputs that replace braces and backslashes, by the inputs' names.
 */
export function toHandlebars(content: string, names: ReadonlyMap<string, string>) {
  const literals = new Map<string, string>()
  const literalOf = (text: string) => {
    const name = literals.get(text) ?? `literal_${literals.size + 1}`
    literals.set(text, name)
    return `{{${name}}}`
  }
  const body = parsePrompt(content)
    .map((segment) => {
      if (segment.kind === 'text') return replaceReserved(segment.text, literalOf)
      const defaultComment = segment.default === null ? '' : `{{!:${segment.default}}}`
      return `{{${names.get(segment.name)}}}${defaultComment}`
    })
    .join('')
  return { body, literals: Object.fromEntries([...literals].map(([text, name]) => [name, text])) }
}

/**
 * Replaces `{{`, which begins an expression, and braces and backslashes next to an expression, which would change its
 * meaning.
 */
function replaceReserved(text: string, literalOf: (found: string) => string): string {
  return text.replace(bracesOrBackslashes, (found: string, at: number) => {
    const isBeforeExpression = /[\\{]$/.test(found) && at + found.length === text.length
    return found.includes('{{') || found.startsWith('}') || isBeforeExpression ? literalOf(found) : found
  })
}

/** Restores the content from a text that `toHandlebars` wrote. `names` has the names of blanks by their identifiers. */
export function fromHandlebars(body: string, names: Record<string, string>, literals: Record<string, string>): string {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 1: identifier = '', 2: defaultText = null, index } of body.matchAll(expression)) {
    pieces.push(body.slice(end, index))
    end = index + whole.length
    if (Object.hasOwn(literals, identifier)) pieces.push(literals[identifier] ?? '')
    else
      pieces.push({ name: (Object.hasOwn(names, identifier) && names[identifier]) || identifier, default: defaultText })
  }
  return contentOf([...pieces, body.slice(end)])
}

/** Writes a prompt as a Dotprompt file with a schema in Picoschema, Dotprompt's short notation. */
export function dotpromptOf(prompt: ExportedPrompt): string {
  const { content, description, title, slug } = prompt
  const blanks = describedVariables(content, prompt.variables)
  const names = identifiersOf(blanks.map(({ name }) => name))
  const { body, literals } = toHandlebars(content, names)
  const defaults = Object.fromEntries(
    blanks.flatMap((blank) =>
      blank.default === null ? [] : [[names.get(blank.name), inputValue(blank, blank.default)]],
    ),
  )
  const schema = Object.fromEntries(blanks.map((blank) => picoschemaOf(blank, names.get(blank.name) as string)))
  const namesByIdentifier = Object.fromEntries([...names].map(([name, identifier]) => [identifier, name]))
  const input = { schema, default: { ...defaults, ...literals } }
  return toMarkdown(
    {
      name: slug,
      description: description || title,
      ...(blanks.length + Object.keys(literals).length > 0 && { input }),
      metadata: recordMetadata(prompt, { file: 'prompt', names: namesByIdentifier, literals }),
    },
    body,
  )
}

/** Returns a field in Picoschema, which is its key and its type with a description. */
function picoschemaOf(variable: Variable, identifier: string): [string, unknown] {
  const { kind, label, help, options = [], required } = variable
  const about = [label ?? (identifier === variable.name ? '' : variable.name), help, boundsOf(variable)]
    .filter(Boolean)
    .join('. ')
    .replace(/[()]/g, '')
  const key = required ? identifier : `${identifier}?`
  const detailed = (type: string) => `${key}(${[type, about].filter(Boolean).join(', ')})`
  if (kind === 'choice') return [detailed('enum'), options]
  if (kind === 'choices') return [detailed('array'), 'string']
  const type = kind === 'number' ? 'number' : 'string'
  return [key, [type, about].filter(Boolean).join(', ')]
}

function inputValue({ kind }: Variable, text: string): unknown {
  if (kind === 'number' && text !== '' && !Number.isNaN(Number(text))) return Number(text)
  return kind === 'choices' ? text.split(', ') : text
}
