import type { Variable } from '#features/variables/contract.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { type InputSchema, variableOf } from './described-input-rules.ts'
import { type PromptSource, quoteMarkup } from './source-rules.ts'

/**
 * Returns the variables for the inputs that a file's `content` uses. `key` is the front matter key that declares the
 * inputs; `nameOf` returns the name of an input's blank. Adds notes about inputs that the text doesn't use, and about
 * those that can't be converted completely.
 */
export function usedVariables(
  { keyLines, notes }: PromptSource,
  key: string,
  content: string,
  nameOf: (written: string) => string,
  inputs: (readonly [name: string, schema: InputSchema])[],
): Variable[] {
  const blanks = new Set(variablesOf(content).map(({ name }) => name))
  const line = keyLines.get(key) ?? 1
  return inputs.flatMap(([inputName, schema]) => {
    const name = nameOf(inputName)
    if (!blanks.has(name)) {
      notes.add(
        line,
        t('The input “{markup}” is left out. The text doesn’t use it.', { markup: quoteMarkup(inputName) }),
      )
      return []
    }
    const { variable, isComplete } = variableOf(name, schema)
    if (!isComplete)
      notes.add(
        line,
        t('Some settings of the input “{markup}” are left out. A blank can’t have them.', {
          markup: quoteMarkup(inputName),
        }),
      )
    return [variable]
  })
}
