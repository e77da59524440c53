import type { Variable } from './contract.ts'
import { parsePrompt } from './variable-rules.ts'

/**
 * Returns the list after an edit of the text, in which a renamed blank keeps its description. A described name counts
 * as renamed if both texts use the same number of blanks, the name is gone, and one other name is at all its positions.
 * The other name must have no description, and must not have left any position that it had before.
 */
export function followRenames(before: string, after: string, list: Variable[]): Variable[] {
  const [oldNames, newNames] = [namesIn(before), namesIn(after)]
  if (oldNames.length !== newNames.length) return list
  const usedNames = new Set(list.map(({ name }) => name))
  return list.map((variable) => {
    const { name } = variable
    if (newNames.includes(name)) return variable
    const [next, ...others] = new Set(newNames.filter((_, position) => oldNames[position] === name))
    const hasMoved = oldNames.some((oldName, position) => oldName === next && newNames[position] !== next)
    if (next === undefined || others.length > 0 || usedNames.has(next) || hasMoved) return variable
    usedNames.add(next)
    return { ...variable, name: next }
  })
}

/** Tells whether the text has every blank that the list describes. */
export function hasAllBlanks(content: string, listed: Variable[]): boolean {
  const names = new Set(namesIn(content))
  return listed.every(({ name }) => names.has(name))
}

/** Returns the names of the blanks in the order of the text, including repetitions. */
function namesIn(content: string): string[] {
  return parsePrompt(content).flatMap((segment) => (segment.kind === 'variable' ? [segment.name] : []))
}
