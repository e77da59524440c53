import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { asWritten, blanksOf, filledParts } from '#features/variables/variable-rules.ts'
import { cutText } from '#lib/well-formed.ts'

/** A blank as its author described it. `default` is null if there is none. */
export type DescribedBlank = {
  name: string
  default: string | null
  kind?: string
  label?: string
  help?: string
  required?: boolean
  min?: number
  max?: number
  options?: string[]
}

/**
 * A blank as an argument of the Model Context Protocol. `name` has only ASCII letters, digits and `_`; `blank` is the
 * blank's name in the text.
 */
export type Argument = Omit<DescribedBlank, 'name'> & { name: string; blank: string }

/** Returns the arguments of a prompt: the blanks of its text, with what the author says about each in `described`. */
export function argumentsOf(content: string, described: DescribedBlank[]): Argument[] {
  const about = new Map(described.map((blank) => [blank.name, blank]))
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return blanksOf(fillableSegments(content)).map((blank, index) => {
    const plain = plainName(blank.name) || `blank_${index + 1}`
    let name = plain
    // Continues after the last number used for this name, because a text can have thousands of similar names.
    let number = numbers.get(plain) ?? 1
    while (taken.has(name)) name = `${plain}_${++number}`
    numbers.set(plain, number)
    taken.add(name)
    const { default: defaultText = null, ...description } = about.get(blank.name) ?? {}
    return { ...description, default: defaultText ?? blank.default, name, blank: blank.name }
  })
}

function plainName(blank: string): string {
  const letters = blank
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/[\s-]+/g, '_')
    .replace(/\W/g, '')
  return cutText(letters, 40).replace(/^_+|(?<!_)_+$/g, '')
}

/**
 * A filled-in text, which is its `parts` joined. `missing` are the arguments without a value or a default, whose blanks
 * stay in the text.
 */
export type FilledText = { parts: string[]; missing: Argument[] }

/** Fills in a text. `all` are its arguments, `values` are keyed by argument name or blank name. */
export function fillArguments(content: string, all: Argument[], values: Record<string, string>): FilledText {
  const byBlank = valuesByBlank(all, values)
  return {
    parts: filledParts(fillableSegments(content), byBlank),
    missing: all.filter(({ blank }) => !byBlank[blank]),
  }
}

function valuesByBlank(all: Argument[], values: Record<string, string>): Record<string, string> {
  const valueOfArgument = ({ name, blank, default: defaultText }: Argument) =>
    [name, blank].flatMap((key) => (Object.hasOwn(values, key) ? [values[key]] : [])).find(Boolean) ?? defaultText ?? ''
  return Object.fromEntries(all.map((argument) => [argument.blank, valueOfArgument(argument)]))
}

/** Returns the labels of arguments, or their blanks (`{{name}}`) if they have none, separated by commas. */
export function labelsOf(all: Argument[]): string {
  return all.map(({ blank, label }) => label || asWritten({ name: blank })).join(', ')
}

/** Returns the JSON Schema of a form in which a client asks for values. Clients return strings, numbers or booleans. */
export function formSchemaOf(all: Argument[]) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(all.map((argument) => [argument.name, fieldOf(argument)])),
  }
}

function fieldOf({ blank, label, help, kind, options, min, max }: Argument) {
  const about = { title: label || blank, ...(help && { description: help }) }
  if (kind === 'choice' && options) return { ...about, type: 'string' as const, enum: options }
  if (kind === 'number')
    return {
      ...about,
      type: 'number' as const,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    }
  if (kind === 'yes-no') return { ...about, type: 'boolean' as const }
  if (kind === 'date') return { ...about, type: 'string' as const, format: 'date' as const }
  return { ...about, type: 'string' as const }
}

/** Converts the values of a completed form to strings. */
export function stringValuesOf(submitted: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(submitted).flatMap(([name, value]) => {
      if (typeof value === 'boolean') return [[name, value ? 'yes' : 'no']]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}
