import type { Variable } from '#features/variables/contract.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { type InputSchema, variableOf } from './described-input-rules.ts'
import { type PromptSource, shownMark } from './source-rules.ts'

/**
 * What a file says about the blanks of its text. `key`: where the file says it. Inputs that the text doesn't use are
 * noted, and so are those of which not everything fits.
 */
export function usedVariables(
  { keyLines, notes }: PromptSource,
  key: string,
  content: string,
  names: (written: string) => string,
  inputs: (readonly [name: string, schema: InputSchema])[],
): Variable[] {
  const blanks = new Set(variablesOf(content).map(({ name }) => name))
  const line = keyLines.get(key) ?? 1
  return inputs.flatMap(([written, schema]) => {
    const name = names(written)
    if (!blanks.has(name)) {
      notes.add(line, `The input “${shownMark(written)}” is left out. The text doesn’t use it.`)
      return []
    }
    const { variable, isWhole } = variableOf(name, schema)
    if (!isWhole) notes.add(line, `Of the input “${shownMark(written)}”, what doesn’t fit a blank is left out.`)
    return [variable]
  })
}
