import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { normalizeVariables, readVariables, variablesError } from '#features/variables/variable-list-rules.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidField } from '#platform/errors.ts'
import { PromptText, type VersionedPrompt } from '../contract.ts'
import { isVersionVisibleTo } from './prompt-visibility.ts'

/** Returns the columns of a prompt's texts, ready to be written: the list of variables is JSON. */
export function textColumns(prompt: PromptText): Omit<PromptText, 'variables'> & { variables: string } {
  const { content, variables } = prompt
  return {
    ...PromptText.parse(prompt),
    variables: JSON.stringify(normalizeVariables(content, variables)),
  }
}

/** Returns the columns that prompts and versions have in common, ready to be written. */
export function versionColumns(prompt: VersionedPrompt): ReturnType<typeof textColumns> & { files: string } {
  return { ...textColumns(prompt), files: JSON.stringify(prompt.files) }
}

/**
 * Returns the SHA-256 of a version in hexadecimal. It is computed from the JSON array of title, description, content
 * and normalized variables, and of the files unless there are none. `readVariables` puts the keys of each variable in a fixed order, so the digest is the same
 * in every export format.
 */
export function versionDigest({ title, description, content, files, variables }: VersionedPrompt): string {
  const list = readVariables(normalizeVariables(content, variables))
  return createHash('sha256')
    .update(JSON.stringify([title, description, content, list, ...(files.length > 0 ? [files] : [])]))
    .digest('hex')
}

/**
 * Refuses a list of variables that can't be stored with the content. `field`: the field that the caller can change.
 * Throws AppError validation_failed.
 */
export function refuseInvalidVariables(
  { content, variables }: Pick<VersionedPrompt, 'content' | 'variables'>,
  field: 'variables' | 'content' = 'variables',
): void {
  const refusal = variablesError(content, variables)
  if (refusal) throw invalidField(field, refusal)
}

/** SQL that joins prompts (as `p`) with the version (as `v`) that has a label, if the reader may read that version. */
export function withVersionAt(label: string, reader: Actor | 'anybody'): RawBuilder<unknown> {
  return sql`join prompt_labels named on named.prompt_id = p.id and named.label = ${label}
    join prompt_versions v on v.prompt_id = named.prompt_id and v.version = named.version
      and ${isVersionVisibleTo(reader)}`
}
