import { formatNumber, pluralize } from '#lib/numbers.ts'
import { lengthOf, lineError, oneLine } from '#lib/short-text.ts'
import type { Variable } from './contract.ts'
import { boundsOf, valueError } from './value-rules.ts'
import { hasOptions, variableKinds, variableLimits } from './variable-kind-rules.ts'
import { variablesOf } from './variable-rules.ts'

/** Returns the variables of a text, each once, in the order of their first use, with their descriptions from a list. */
export function describedVariables(content: string, list: Variable[]): Variable[] {
  const byName = new Map(list.map((variable) => [variable.name, variable]))
  return variablesOf(content).map((written) => {
    const { default: listedDefault = null, ...description } = byName.get(written.name) ?? {}
    return { ...written, ...description, default: listedDefault ?? written.default }
  })
}

/**
 * Returns the list as it is stored with a text: only the entries that describe a blank of the text, in the order of the
 * text. A default that is also in the text isn't stored again.
 */
export function normalizeVariables(content: string, list: Variable[]): Variable[] {
  const byName = new Map(list.map((variable) => [variable.name, variable]))
  return variablesOf(content).flatMap((written) => {
    const variable = byName.get(written.name)
    if (!variable?.kind) return []
    const { min, max, ...unbounded } = variable
    // Only numbers have bounds. With the bounds of choices, which older versions stored, a prompt couldn't be saved.
    const described = variable.kind === 'number' ? variable : unbounded
    return [{ ...described, default: variable.default === written.default ? null : variable.default }]
  })
}

/**
 * Returns the entries of a list that describe a blank. For other blanks, the API returns entries without a description.
 */
export function listedVariables(variables: Variable[]): Variable[] {
  return variables.filter(({ kind }) => kind !== undefined)
}

/** Says in a sentence why a list can't be stored with this text. Returns null for a valid list. */
export function variablesError(content: string, variables: Variable[]): string | null {
  const entries = listedVariables(variables)
  const blanks = new Set(variablesOf(content).map(({ name }) => name))
  const names = entries.map(({ name }) => name)
  const unknownName = names.find((name) => !blanks.has(name))
  if (unknownName !== undefined)
    return `The text has no blank {{${unknownName}}}. Add it to the text, or remove it from the list.`
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedName !== undefined) return `The list names {{${repeatedName}}} twice.`
  if (names.length > variableLimits.variables) return `List at most ${variableLimits.variables} blanks.`
  const length = entries.flatMap(textsOfVariable).reduce((sum, text) => sum + lengthOf(text), 0)
  if (length > variableLimits.total)
    return `The list of blanks has ${formatNumber(length)} characters. Use at most ${formatNumber(variableLimits.total)}.`
  for (const variable of entries) {
    const refusal = variableError(variable)
    if (refusal) return `{{${variable.name}}}: ${refusal}`
  }
  return null
}

/** Says in a sentence what is wrong with one entry, apart from its name. Returns null for a valid entry. */
export function variableError(variable: Variable): string | null {
  const { label = '', help = '', options = [], min, max, kind } = variable
  const defaultValue = variable.default ?? ''
  const refusal =
    lineError(label, 'label', { min: 0, max: variableLimits.label }) ??
    lineError(help, 'help', { min: 0, max: variableLimits.help }) ??
    lineError(kind === 'long-text' ? oneLine(defaultValue) : defaultValue, 'default', {
      min: 0,
      max: variableLimits.default,
    })
  if (refusal) return refusal
  if (kind !== 'number' && (min !== undefined || max !== undefined)) return 'Only numbers have bounds.'
  if (hasOptions(kind)) return optionsError(variable) ?? defaultError(variable)
  if (options.length > 0) return 'Only choices have options.'
  if (min !== undefined && max !== undefined && min > max) return 'The lowest number is above the highest.'
  return defaultError(variable)
}

function optionsError({ options = [], kind }: Variable): string | null {
  if (options.length < 2 || options.length > variableLimits.options)
    return `It has ${pluralize(options.length, 'option')}. Use 2 to ${variableLimits.options}.`
  if (new Set(options).size < options.length) return 'Two options are the same.'
  if (kind === 'choices' && options.some((option) => option.includes(',')))
    return 'An option can’t contain a comma, because commas separate several options.'
  for (const option of options) {
    if (option === '') return 'An option is empty.'
    const refusal = lineError(option, 'option', { min: 1, max: variableLimits.option })
    if (refusal) return refusal
    if (option !== option.trim()) return `The option “${option}” begins or ends with a space.`
  }
  return null
}

function defaultError(variable: Variable): string | null {
  if (!variable.default) return null
  const refusal = valueError(variable, variable.default)
  return refusal && `The default “${variable.default}” doesn’t fit. ${refusal}`
}

/** Returns a text with a line for each described variable, which says what to fill in. */
export function variableLines(variables: Variable[]): string {
  return listedVariables(variables).map(lineOf).join('\n')
}

function lineOf({
  name,
  kind,
  label,
  help,
  required,
  options = [],
  default: defaultValue,
  ...bounds
}: Variable): string {
  const details = [
    kind?.replace('-', ' '),
    boundsOf(bounds),
    options.join(' | '),
    required && 'required',
    defaultValue && `default “${defaultValue}”`,
    label && `label “${label}”`,
    help && `help “${help}”`,
  ]
  return `${name}: ${details.filter(Boolean).join(', ')}`
}

/** Returns all texts in the description of a variable, for search, moderation and limits. */
export function textsOfVariable({ label, help, options = [], default: defaultValue }: Variable): string[] {
  return [label, help, defaultValue, ...options].flatMap((text) => text || [])
}

/** Reads a list from a file or from browser storage, which may contain anything. Leaves out entries without a name. */
export function readVariables(stored: unknown): Variable[] {
  return Array.isArray(stored) ? stored.flatMap((entry) => readVariable(Object(entry)) ?? []) : []
}

function readVariable(entry: Record<keyof Variable, unknown>): Variable | null {
  const { name, kind, label, help, required, min, max, options } = entry
  if (typeof name !== 'string') return null
  const validKind = variableKinds.find((valid) => valid === kind)
  return {
    name,
    default: typeof entry.default === 'string' ? entry.default : null,
    ...(validKind && { kind: validKind }),
    ...(typeof label === 'string' && { label }),
    ...(typeof help === 'string' && { help }),
    ...(typeof required === 'boolean' && { required }),
    ...(typeof min === 'number' && { min }),
    ...(typeof max === 'number' && { max }),
    ...(Array.isArray(options) && { options: options.filter((option) => typeof option === 'string') }),
  }
}
