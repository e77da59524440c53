import { variablesError } from '#features/variables/variable-list-rules.ts'
import { invalidField } from '#platform/errors.ts'
import type { VersionedPrompt } from '../contract.ts'

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
