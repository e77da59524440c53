import { VersionedPrompt } from '../contract.ts'
import { settledVariables } from '../variable-list-rules.ts'

/** The columns that a prompt and its versions have in common, as they are written: the list of variables as JSON. */
export function versionColumns(prompt: VersionedPrompt): Omit<VersionedPrompt, 'variables'> & { variables: string } {
  const { content, variables } = prompt
  return {
    ...VersionedPrompt.parse(prompt),
    variables: JSON.stringify(settledVariables(content, variables)),
  }
}
