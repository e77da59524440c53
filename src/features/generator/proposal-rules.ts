import type { Variable } from '#features/variables/contract.ts'
import { valueError } from '#features/variables/value-rules.ts'
import { hasOptions, type VariableKind, variableKinds } from '#features/variables/variable-kind-rules.ts'
import { settledVariables, variableError, variablesError } from '#features/variables/variable-list-rules.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'

/** What the writer of a prompt said about a blank. `isText`: it takes a long text. */
export type BlankAbout = { name: string; label?: string; isText?: boolean; kind?: VariableKind; options?: string[] }

/** Names that suggest a kind of value. */
const kindNames: [VariableKind, RegExp][] = [
  ['date', /(?:^|[ _-])(?:date|deadline|due date|birthday|first day|last day|start day|end day)$/iu],
  ['number', /^(?:number|count|amount|quantity)(?:[ _-]of[ _-].+)?$|^how many\b|(?:^|[ _-])(?:year|age|count)$/iu],
  ['yes-no', /^(?:is|has|should|include|includes)[ _-]\p{L}/iu],
]

/**
 * Proposes kinds, labels and options for the blanks of a text: what its writer said, else what a name can only mean. A default
 * that doesn't fit a kind speaks against it. Blanks without a known kind aren't in the list.
 */
export function proposeVariables(content: string, about: BlankAbout[]): Variable[] {
  const byName = new Map(about.map((spec) => [spec.name.toLowerCase(), spec]))
  const proposed = variablesOf(content).flatMap(
    (blank) => proposalOf(blank, byName.get(blank.name.toLowerCase())) ?? [],
  )
  const settled = settledVariables(content, proposed)
  return variablesError(content, settled) === null ? settled : []
}

function proposalOf(blank: { name: string; default: string | null }, about: BlankAbout | undefined): Variable | null {
  const { options } = about ?? {}
  const given = about?.kind ?? (options ? 'choice' : about?.isText ? 'long-text' : undefined)
  const guessed = kindNames.find(([, pattern]) => pattern.test(blank.name))?.[0]
  for (const kind of [given, guessed]) {
    if (!kind) continue
    const variable = { ...blank, kind, ...labelOf(about), ...(hasOptions(kind) && { options: options ?? [] }) }
    if (valueError(variable, blank.default ?? '') === null && variableError(variable) === null) return variable
  }
  // A label that says more than the name is worth a proposal, too.
  return about?.label && !isSame(about.label, blank.name) ? { ...blank, kind: 'text', label: about.label } : null
}

function labelOf(about: BlankAbout | undefined): { label?: string } {
  return about?.label && !isSame(about.label, about.name) ? { label: about.label } : {}
}

/** Whether a label only repeats the name. */
function isSame(label: string, name: string): boolean {
  return label.toLowerCase() === name.replaceAll(/[_-]/g, ' ').toLowerCase()
}

const spec = /^\s*([^();]+?)\s*\(\s*([a-z-]+)\s*(?::\s*([^()]*))?\)\s*$/iu

/** Reads a model's line about blanks: `due date (date); tone (choice: formal | friendly)`. Leaves out what it can't read. */
export function readSpecs(line: string): BlankAbout[] {
  return line.split(';').flatMap((part) => {
    const [, name, named, list = ''] = spec.exec(part) ?? []
    const kind = variableKinds.find((one) => one === named?.toLowerCase())
    if (!name || !kind) return []
    const options = hasOptions(kind) ? { options: list.split('|').flatMap((one) => one.trim() || []) } : {}
    return [{ name: name.replace(/^\{\{|\}\}$/g, ''), kind, ...options }]
  })
}
