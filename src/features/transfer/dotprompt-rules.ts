import type { Variable } from '#features/variables/contract.ts'
import { boundsOf } from '#features/variables/value-rules.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import { parsePrompt } from '#features/variables/variable-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { toMarkdown } from './front-matter-rules.ts'
import { identifiersOf } from './identifier-rules.ts'
import { contentOf, type Piece } from './piece-rules.ts'
import { metadataOfRecord } from './record-metadata-rules.ts'

/** Matches a run of `}` at the start of a text, and each run of `{` and `\` with the `}` after it. */
const bracesOrBackslashes = /^\}+|[\\{]+\}*/g
/** Matches a blank or an extra input as `toHandlebars` writes it, with the default of a blank in a comment. */
const expression = /\{\{(\w+)\}\}(?:\{\{!:([^{}]*)\}\})?/g

/**
 * Writes content in Handlebars, the template language of Dotprompt, with `{{identifier}}` for a blank, then its default
 * as a comment. `names` maps each blank's name to its identifier. Braces and backslashes that Handlebars could
 * interpret become extra inputs. The returned `literals` maps the name of each to the characters for which it stands.
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
 * Replaces the runs that Handlebars could interpret: those with `{{`, which begins an expression, and those that start
 * `text` with `}` or end it with `{` or `\`, because they may touch an expression and change its meaning.
 */
function replaceReserved(text: string, literalOf: (found: string) => string): string {
  return text.replace(bracesOrBackslashes, (found: string, at: number) => {
    const isBeforeExpression = /[\\{]$/.test(found) && at + found.length === text.length
    return found.includes('{{') || found.startsWith('}') || isBeforeExpression ? literalOf(found) : found
  })
}

/** Restores the content from a text that `toHandlebars` wrote. `names` maps each identifier to the blank's name. */
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
      metadata: metadataOfRecord(prompt, { file: 'prompt', names: namesByIdentifier, literals }),
    },
    body,
  )
}

/** Returns the key and value of a blank in Picoschema. An enum or array has its type and description in the key. */
function picoschemaOf(variable: Variable, identifier: string): [string, unknown] {
  const { kind, label, help, options = [], required } = variable
  const about = [label ?? (identifier === variable.name ? '' : variable.name), help, boundsOf(variable)]
    .filter(Boolean)
    .join('. ')
    .replace(/[()]/g, '')
  const key = required ? identifier : `${identifier}?`
  const detailedKey = (type: string) => `${key}(${[type, about].filter(Boolean).join(', ')})`
  if (kind === 'choice') return [detailedKey('enum'), options]
  if (kind === 'choices') return [detailedKey('array'), 'string']
  const type = kind === 'number' ? 'number' : 'string'
  return [key, [type, about].filter(Boolean).join(', ')]
}

/** Returns a blank's default as a number, a list or a text. */
function inputValue({ kind }: Variable, text: string): unknown {
  if (kind === 'number' && text !== '' && !Number.isNaN(Number(text))) return Number(text)
  return kind === 'choices' ? text.split(', ') : text
}
