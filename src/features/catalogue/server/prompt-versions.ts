import { createHash } from 'node:crypto'
import { normalizeVariables, readVariables } from '#features/variables/variable-list-rules.ts'
import { VersionedPrompt } from '../contract.ts'

/** The columns that a prompt and its versions have in common, as they are written: the list of variables as JSON. */
export function versionColumns(prompt: VersionedPrompt): Omit<VersionedPrompt, 'variables'> & { variables: string } {
  const { content, variables } = prompt
  return {
    ...VersionedPrompt.parse(prompt),
    variables: JSON.stringify(normalizeVariables(content, variables)),
  }
}

/**
 * The SHA-256 of a version, hexadecimal: of the JSON array of its title, description, content and settled variables, whose
 * keys are in the order of `readVariables`. The same in every format of file.
 */
export function versionDigest({ title, description, content, variables }: VersionedPrompt): string {
  const list = readVariables(normalizeVariables(content, variables))
  return createHash('sha256')
    .update(JSON.stringify([title, description, content, list]))
    .digest('hex')
}
