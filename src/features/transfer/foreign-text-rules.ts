import type { Variable } from '#features/variables/contract.ts'
import { convertForeignVariables } from '#features/variables/foreign-variable-rules.ts'
import { escapeVariablesNamed, replaceVariables } from '#features/variables/variable-rules.ts'
import { convertOutsideCode } from './code-range-rules.ts'
import { variableOf } from './described-input-rules.ts'
import { blankNamer } from './piece-rules.ts'
import { templateWordFinder } from './template-word-rules.ts'

/** Matches an argument in Raycast's syntax, with quoted attributes and optional modifiers after a vertical bar. */
const argument = /(?<!\\)\{argument((?:\s+[a-z]+="[^"{}]*")+)\s*(?:\|[^{}"]*)?\}/g
const attribute = /(?<![a-z])([a-z]+)="([^"]*)"/g

/**
 * Converts the variables of other programs to our syntax: `${name}`, LibreChat's `{{name:one|two}}` and
 * `{{name:multiline}}`, and Raycast's `{argument name="…" default="…" options="…, …"}`. The returned `variables`
 * describe the blanks from LibreChat and Raycast: their kinds, options and defaults. Nothing is converted in code, and
 * words of template languages, such as `{{else}}`, become text.
 */
export function convertForeignText(text: string): { content: string; variables: Variable[] } {
  const variables = new Map<string, Variable>()
  const addBlank = (name: string, variable: Variable) => {
    if (!variables.has(name)) variables.set(name, variable)
    return `{{${name}}}`
  }
  const withKind = ({ name, default: defaultText }: { name: string; default: string }) => {
    if (defaultText.trim() === 'multiline') return addBlank(name, { name, default: null, kind: 'long-text' })
    const options = defaultText.split('|').map((option) => option.trim())
    // `isComplete` is false if the options aren't valid for a variable.
    const { variable, isComplete } = variableOf(name, { options })
    return options.length > 1 && isComplete ? addBlank(name, variable) : null
  }
  const nameOf = blankNamer()
  const withArgument = (_whole: string, attributesText: string) => {
    const attributes: Record<string, string | undefined> = Object.fromEntries(
      [...attributesText.matchAll(attribute)].map(([, key, value]) => [key, value]),
    )
    const name = nameOf(attributes.name ?? 'argument')
    const options = attributes.options?.split(',').map((option) => option.trim())
    return addBlank(name, variableOf(name, { options, default: attributes.default }).variable)
  }
  const content = convertOutsideCode(escapeVariablesNamed(text, templateWordFinder(text)), (prose) =>
    convertForeignVariables(replaceVariables(prose, withKind)).replace(argument, withArgument),
  )
  return { content, variables: [...variables.values()] }
}
