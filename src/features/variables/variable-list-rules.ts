import { lengthOf, lineError, oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { plural, t } from '#lib/texts.ts'
import type { Variable } from './contract.ts'
import { boundsOf, valueError } from './value-rules.ts'
import { hasOptions, variableKinds, variableLimits } from './variable-kind-rules.ts'
import { defaultsOf, variablesOf } from './variable-rules.ts'

/**
 * Returns the variables of a text, each once, in the order of their first use, with their descriptions from a list. A
 * default in the text counts, and the list's only for a blank that is written without one.
 */
export function describedVariables(content: string, list: Variable[]): Variable[] {
  const byName = new Map(list.map((variable) => [variable.name, variable]))
  return variablesOf(content).map((written) => {
    const { default: listedDefault = null, ...description } = byName.get(written.name) ?? {}
    return { ...written, ...description, default: written.default || (listedDefault ?? written.default) }
  })
}

/**
 * Returns the list as it is stored with a text: only the entries that describe a blank of the text, in the order of the
 * text. The list has no default for a blank whose default is in the text, so a blank never has two.
 */
export function normalizeVariables(content: string, list: Variable[]): Variable[] {
  const byName = new Map(withoutRestatedDefaults(content, list).map((variable) => [variable.name, variable]))
  return variablesOf(content).flatMap(({ name }) => {
    const variable = byName.get(name)
    if (!variable?.kind) return []
    const { min, max, ...unbounded } = variable
    // Only numbers have bounds. With the bounds of choices, which older versions stored, a prompt couldn't be saved.
    return [variable.kind === 'number' ? variable : unbounded]
  })
}

/** Returns a list without the defaults of blanks that have a default in the text. */
export function withoutRestatedDefaults(content: string, list: Variable[]): Variable[] {
  const inText = new Map(variablesOf(content).map((written) => [written.name, written.default]))
  return list.map((variable) => {
    const written = inText.get(variable.name)
    return written || variable.default === written ? { ...variable, default: null } : variable
  })
}

/**
 * Returns the entries of a list that describe a blank. For other blanks, the API returns entries without a description.
 */
export function listedVariables(variables: Variable[]): Variable[] {
  return variables.filter(({ kind }) => kind !== undefined)
}

/**
 * Returns the list as it is stored with a text, or an empty list if its descriptions don't fit the text. For texts that
 * nobody can correct now, such as an older version that is restored.
 */
export function fittingVariables(content: string, list: Variable[]): Variable[] {
  const variables = normalizeVariables(content, list)
  return variablesError(content, variables) === null ? variables : []
}

/** Says in a sentence why a list can't be stored with this text. Returns null for a valid list. */
export function variablesError(content: string, variables: Variable[]): string | null {
  const textDefaults = defaultsOf(content)
  const listed = listedVariables(variables)
  const names = listed.map(({ name }) => name)
  const unknownName = names.find((name) => !textDefaults.has(name))
  if (unknownName !== undefined)
    return t('The text has no blank {blank}. Add it to the text, or remove it from the list.', {
      blank: `{{${unknownName}}}`,
    })
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedName !== undefined) return t('The list names {blank} twice.', { blank: `{{${repeatedName}}}` })
  if (names.length > variableLimits.variables)
    return t('List at most {variables} blanks.', { variables: variableLimits.variables })
  const contradiction = listed.find((variable) => restatesAnotherDefault(variable, textDefaults.get(variable.name)))
  if (contradiction)
    return t('{blank} has one default in the text and another in the list. Remove one of them.', {
      blank: `{{${contradiction.name}}}`,
    })
  // The limits are for what is stored in the list. A default in the text counts toward the limit of the text.
  const entries = withoutRestatedDefaults(content, listed)
  const length = entries.flatMap(textsOfVariable).reduce((sum, text) => sum + lengthOf(text), 0)
  if (length > variableLimits.total)
    return t('The list of blanks has {length} characters. Use at most {total}.', {
      length,
      total: variableLimits.total,
    })
  for (const variable of entries) {
    const refusal = variableError(variable, textDefaults.get(variable.name))
    if (refusal) return `{{${variable.name}}}: ${refusal}`
  }
  return null
}

function restatesAnotherDefault({ default: listedDefault }: Variable, [firstInText]: string[] = []): boolean {
  return Boolean(listedDefault && firstInText && listedDefault !== firstInText)
}

/**
 * Says in a sentence what is wrong with one entry, apart from its name. Returns null for a valid entry. `textDefaults`:
 * the defaults of the blank in the text, which must fit the entry too.
 */
export function variableError(variable: Variable, textDefaults: string[] = []): string | null {
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
  if (kind !== 'number' && (min !== undefined || max !== undefined)) return t('Only numbers have bounds.')
  if (hasOptions(kind)) return optionsError(variable) ?? defaultError(variable, textDefaults)
  if (options.length > 0) return t('Only choices have options.')
  if (min !== undefined && max !== undefined && min > max) return t('The lowest number is above the highest.')
  return defaultError(variable, textDefaults)
}

function optionsError({ options = [], kind }: Variable): string | null {
  if (options.length < 2 || options.length > variableLimits.options)
    return plural(
      options.length,
      'It has {count} option. Use 2 to {options}.',
      'It has {count} options. Use 2 to {options}.',
      { options: variableLimits.options },
    )
  if (new Set(options).size < options.length) return t('Two options are the same.')
  if (kind === 'choices' && options.some((option) => option.includes(',')))
    return t('An option can’t contain a comma, because commas separate several options.')
  for (const option of options) {
    if (option === '') return t('An option is empty.')
    const refusal = lineError(option, 'option', { min: 1, max: variableLimits.option })
    if (refusal) return refusal
    if (option !== option.trim()) return t('The option “{option}” begins or ends with a space.', { option })
  }
  return null
}

function defaultError(variable: Variable, textDefaults: string[]): string | null {
  for (const text of [variable.default ?? '', ...textDefaults]) {
    const refusal = text === '' ? null : valueError(variable, text)
    if (refusal)
      return t('The default “{value}” doesn’t fit. {refusal}', { value: shorten(text, variableLimits.option), refusal })
  }
  return null
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
