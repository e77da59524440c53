import { createHash } from 'node:crypto'
import { readVariables, settledVariables } from '#features/variables/variable-list-rules.ts'
import { VersionedPrompt } from '../contract.ts'

/** The columns that a prompt and its versions have in common, as they are written: the list of variables as JSON. */
export function versionColumns(prompt: VersionedPrompt): Omit<VersionedPrompt, 'variables'> & { variables: string } {
  const { content, variables } = prompt
  return {
    ...VersionedPrompt.parse(prompt),
    variables: JSON.stringify(settledVariables(content, variables)),
  }
}

/**
 * The SHA-256 of a version, hexadecimal: of the JSON array of its title, description, content and settled variables, whose
 * keys are in the order of `readVariables`. The same in every format of file.
 */
export function versionDigest({ title, description, content, variables }: VersionedPrompt): string {
  const list = readVariables(settledVariables(content, variables))
  return createHash('sha256')
    .update(JSON.stringify([title, description, content, list]))
    .digest('hex')
}
