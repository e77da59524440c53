/**
 * The kinds of blanks. A value is the text that is filled in: a date is `2026-01-31`, yes-no is `yes` or `no`, and
 * several choices are separated by `, `.
 */
export const variableKinds = ['text', 'long-text', 'number', 'choice', 'choices', 'date', 'yes-no'] as const
export type VariableKind = (typeof variableKinds)[number]

/**
 * The limits of a list of variables. `variables` and `options` (of one variable) limit numbers of entries, the others
 * limit lengths in characters. `total` is the length of all texts in a list together.
 */
export const variableLimits = {
  variables: 50,
  label: 80,
  help: 300,
  options: 50,
  option: 100,
  default: 2_000,
  total: 20_000,
} as const

/** Tells whether blanks of this kind have options. */
export function hasOptions(kind: VariableKind | undefined): boolean {
  return kind === 'choice' || kind === 'choices'
}
