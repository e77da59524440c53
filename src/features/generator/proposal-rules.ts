import type { Variable } from '#features/variables/contract.ts'
import { valueError } from '#features/variables/value-rules.ts'
import { hasOptions, type VariableKind, variableKinds } from '#features/variables/variable-kind-rules.ts'
import { fittingVariables, variableError } from '#features/variables/variable-list-rules.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'

/** What a model says about a blank. */
export type BlankHint = { name: string; kind: VariableKind; options?: string[] }

/** Patterns of variable names that suggest a kind of value. */
const kindPatterns: [VariableKind, RegExp][] = [
  ['date', /(?:^|[ _-])(?:date|deadline|due date|birthday|first day|last day|start day|end day)$/iu],
  ['number', /^(?:number|count|amount|quantity)(?:[ _-]of[ _-].+)?$|^how many\b|(?:^|[ _-])(?:year|age|count)$/iu],
  ['yes-no', /^(?:is|has|should|include|includes)[ _-]\p{L}/iu],
]

/**
 * Proposes kinds and options for the blanks of a text. A kind that a hint states takes precedence over a kind
 * that the name implies. Leaves out kinds that don't fit a blank's default, and blanks without a proposal. Returns an
 * empty list if the proposals exceed the limits of a stored list.
 */
export function proposeVariables(content: string, hints: BlankHint[]): Variable[] {
  const byName = new Map(hints.map((hint) => [hint.name.toLowerCase(), hint]))
  const proposed = variablesOf(content).flatMap(
    (blank) => proposalOf(blank, byName.get(blank.name.toLowerCase())) ?? [],
  )
  return fittingVariables(content, proposed)
}

function proposalOf(blank: { name: string; default: string | null }, hint: BlankHint | undefined): Variable | null {
  const impliedKind = kindPatterns.find(([, pattern]) => pattern.test(blank.name))?.[0]
  for (const kind of [hint?.kind, impliedKind]) {
    if (!kind) continue
    const variable = { ...blank, kind, ...(hasOptions(kind) && { options: hint?.options ?? [] }) }
    if (valueError(variable, blank.default ?? '') === null && variableError(variable) === null) return variable
  }
  return null
}

const hintPattern = /^([^();]+)\(\s*([a-z-]+)\s*(?::([^()]*))?\)$/iu

/**
 * Reads what a model wrote about blanks, such as `due date (date); tone (choice: formal | friendly)`. Skips what it
 * can't read.
 */
export function readBlankHints(line: string): BlankHint[] {
  return line.split(';').flatMap((part) => {
    const [, written = '', kindName, list = ''] = hintPattern.exec(part.trim()) ?? []
    const name = written.trim()
    const kind = variableKinds.find((known) => known === kindName?.toLowerCase())
    if (!name || !kind) return []
    const options = hasOptions(kind) ? { options: list.split('|').flatMap((option) => option.trim() || []) } : {}
    return [{ name: name.replace(/^\{\{|\}\}$/g, ''), kind, ...options }]
  })
}
