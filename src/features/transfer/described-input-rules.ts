import type { Variable } from '#features/variables/contract.ts'
import type { VariableKind } from '#features/variables/variable-kind-rules.ts'
import { variableLimits } from '#features/variables/variable-kind-rules.ts'
import { variableError } from '#features/variables/variable-list-rules.ts'
import { oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'

/** What a file in another program's format says about an input. */
export type InputSchema = {
  type?: unknown
  format?: unknown
  title?: unknown
  description?: unknown
  options?: unknown
  /** Whether several options can be chosen. */
  allowsSeveral?: boolean
  default?: unknown
  required?: boolean
  min?: unknown
  max?: unknown
}

/**
 * The kind of blank for each type of input, unless it has options, a date format or a default of several lines. Inputs
 * of other types are text.
 */
const kinds: Record<string, VariableKind> = {
  number: 'number',
  integer: 'number',
  float: 'number',
  boolean: 'yes-no',
  date: 'date',
}

/** Returns a mapping unchanged. Other values, such as a text that names a schema, become an empty mapping. */
export function mappingOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/**
 * Reads the description of an input in JSON Schema, or in Prompty, which has other names for some properties.
 * `required` tells whether the file says elsewhere that the input is required.
 */
export function schemaOf(value: unknown, required: boolean): InputSchema {
  const { type, kind, title, description, format, minimum, maximum, items, ...rest } = Object(value) as Record<
    string,
    unknown
  >
  const item = Object(items) as Record<string, unknown>
  return {
    type: type ?? kind,
    title,
    description,
    format,
    min: minimum,
    max: maximum,
    options: rest.enum ?? rest.enumValues ?? item.enum,
    allowsSeveral: item.enum !== undefined,
    default: rest.default,
    required: required || rest.required === true,
  }
}

/**
 * Converts an input to a variable. If the variable would be invalid, first drops its default, then also its kind,
 * options and bounds, then everything but its name, until it is valid. `isComplete` is then false.
 */
export function variableOf(name: string, schema: InputSchema): { variable: Variable; isComplete: boolean } {
  const complete = toVariable(name, schema)
  if (variableError(complete) === null) return { variable: complete, isComplete: true }
  const { label, help, required } = complete
  const plain: Variable = { name, default: null, kind: 'text', label, help, required }
  const reduced = [{ ...complete, default: null }, plain].find((candidate) => variableError(candidate) === null)
  return { variable: reduced ?? { name, default: null, kind: 'text' }, isComplete: false }
}

function toVariable(name: string, schema: InputSchema): Variable {
  const options = Array.isArray(schema.options) ? schema.options.flatMap((option) => scalarText(option) ?? []) : []
  const kind = options.length > 1 ? (schema.allowsSeveral ? 'choices' : 'choice') : plainKind(schema)
  const label = shorten(oneLine(scalarText(schema.title) ?? ''), variableLimits.label)
  const help = shorten(oneLine(scalarText(schema.description) ?? ''), variableLimits.help)
  return {
    name,
    default: defaultOf(kind, schema.default),
    kind,
    ...(label && { label }),
    ...(help && { help }),
    ...(schema.required && { required: true }),
    ...(kind === 'number' && typeof schema.min === 'number' && { min: schema.min }),
    ...(kind === 'number' && typeof schema.max === 'number' && { max: schema.max }),
    ...(options.length > 1 && { options }),
  }
}

function plainKind({ type, format, default: value }: InputSchema): VariableKind {
  if (typeof value === 'string' && value.includes('\n')) return 'long-text'
  const name = format === 'date' ? 'date' : (scalarText(type) ?? '').toLowerCase()
  return (Object.hasOwn(kinds, name) && kinds[name]) || 'text'
}

function defaultOf(kind: VariableKind, value: unknown): string | null {
  if (kind === 'yes-no' && typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.flatMap((item) => scalarText(item) ?? []).join(', ') || null
  return scalarText(value) || null
}

/**
 * Returns a text, number or boolean as a string. Returns null for other values, because `String` throws for an object
 * whose `toString` isn't a function.
 */
export function scalarText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
