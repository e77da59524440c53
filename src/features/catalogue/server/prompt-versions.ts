import { createHash } from 'node:crypto'
import { normalizeVariables, readVariables } from '#features/variables/variable-list-rules.ts'
import { VersionedPrompt } from '../contract.ts'

/** Returns the columns that prompts and versions have in common, ready to be written: the list of variables is JSON. */
export function versionColumns(prompt: VersionedPrompt): Omit<VersionedPrompt, 'variables'> & { variables: string } {
  const { content, variables } = prompt
  return {
    ...VersionedPrompt.parse(prompt),
    variables: JSON.stringify(normalizeVariables(content, variables)),
  }
}

/**
 * Returns the SHA-256 of a version in hexadecimal. It is computed from the JSON array of title, description, content
 * and normalized variables. `readVariables` puts the keys of each variable in a fixed order, so the digest is the same
 * in every export format.
 */
export function versionDigest({ title, description, content, variables }: VersionedPrompt): string {
  const list = readVariables(normalizeVariables(content, variables))
  return createHash('sha256')
    .update(JSON.stringify([title, description, content, list]))
    .digest('hex')
}
