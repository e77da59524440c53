import type { Variable } from './contract.ts'
import { parsePrompt } from './variable-rules.ts'

/**
 * The list after an edit of the text: a blank that was renamed keeps what was said about it. Renamed means that both texts
 * have equally many places to fill, that a described name is gone, and that one other name stands at all of its places,
 * which isn't described yet and hasn't left a place of its own.
 */
export function followRenames(before: string, after: string, listed: Variable[]): Variable[] {
  const [old, now] = [placesOf(before), placesOf(after)]
  if (old.length !== now.length) return listed
  const taken = new Set(listed.map(({ name }) => name))
  return listed.map((variable) => {
    const { name } = variable
    if (now.includes(name)) return variable
    const [next, ...others] = new Set(now.filter((_, place) => old[place] === name))
    const hasMoved = old.some((one, place) => one === next && now[place] !== next)
    if (next === undefined || others.length > 0 || taken.has(next) || hasMoved) return variable
    taken.add(next)
    return { ...variable, name: next }
  })
}

/** Whether the text has every blank that the list describes. */
export function hasAllBlanks(content: string, listed: Variable[]): boolean {
  const names = new Set(placesOf(content))
  return listed.every(({ name }) => names.has(name))
}

/** The names at the places to fill, in the order of the text. */
function placesOf(content: string): string[] {
  return parsePrompt(content).flatMap((segment) => (segment.kind === 'variable' ? [segment.name] : []))
}
