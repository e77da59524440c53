import type { Variable } from '#features/variables/contract.ts'
import { boundsOf } from '#features/variables/value-rules.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import { escapeVariables, parsePrompt } from '#features/variables/variable-rules.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { identifiersOf } from './identifier-rules.ts'
import { toMarkdown } from './markdown-rules.ts'
import { ownRecord } from './own-record-rules.ts'

/** Braces and backslashes that Handlebars would read as its own. They become inputs that hold them. */
const reserved = /^\}+|[\\{]*\{\{+\}*|[\\{]+$/g
const written = /\{\{(\w+)\}\}(?:\{\{!:([^{}]*)\}\})?/g

/**
 * A text as Handlebars, the template language of Dotprompt: `{{name}}` with plain identifiers, each default behind its
 * name as a comment. `literals`: the inputs that hold braces and backslashes, by name.
 */
export function toHandlebars(content: string, names: ReadonlyMap<string, string>) {
  const literals = new Map<string, string>()
  const literalOf = (text: string) => {
    const name = `literal_${[...new Set([...literals.values(), text])].indexOf(text) + 1}`
    literals.set(name, text)
    return `{{${name}}}`
  }
  const body = parsePrompt(content)
    .map((segment) => {
      if (segment.kind === 'text') return segment.text.replace(reserved, literalOf)
      const start = segment.default === null ? '' : `{{!:${segment.default}}}`
      return `{{${names.get(segment.name)}}}${start}`
    })
    .join('')
  return { body, literals: Object.fromEntries(literals) }
}

/** The text of a body that `toHandlebars` wrote. `names`: ours, by their identifiers. */
export function fromHandlebars(body: string, names: Record<string, string>, literals: Record<string, string>): string {
  let text = ''
  let end = 0
  for (const { 0: mark, 1: identifier = '', 2: start, index } of body.matchAll(written)) {
    text += body.slice(end, index)
    end = index + mark.length
    if (Object.hasOwn(literals, identifier)) text += literals[identifier]
    else text += `\0${names[identifier] ?? identifier}${start === undefined ? '' : `:${start}`}\0`
  }
  // Braces that aren't variables are escaped while variables are still marked in another way.
  return escapeVariables(text + body.slice(end)).replace(/\0([^\0]*)\0/g, '{{$1}}')
}

/** Writes a prompt as a Dotprompt file, with a schema in Picoschema. */
export function dotpromptOf(prompt: ExportedPrompt): string {
  const { content, description, title, slug } = prompt
  const blanks = describedVariables(content, prompt.variables)
  const names = identifiersOf(blanks.map(({ name }) => name))
  const { body, literals } = toHandlebars(content, names)
  const start = Object.fromEntries(
    blanks.flatMap((blank) =>
      blank.default === null ? [] : [[names.get(blank.name), inputValue(blank, blank.default)]],
    ),
  )
  const schema = Object.fromEntries(blanks.map((blank) => picoschemaOf(blank, names.get(blank.name) as string)))
  const back = Object.fromEntries([...names].map(([name, identifier]) => [identifier, name]))
  const input = { schema, default: { ...start, ...literals } }
  return toMarkdown(
    {
      name: slug,
      description: description || title,
      ...(blanks.length + Object.keys(literals).length > 0 && { input }),
      metadata: ownRecord(prompt, { file: 'prompt', names: back, literals }),
    },
    body,
  )
}

/** A field in Picoschema: its key, and its type with a description. */
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
