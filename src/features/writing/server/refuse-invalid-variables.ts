import type { VersionedPrompt } from '#features/catalogue/contract.ts'
import { variablesError } from '#features/variables/variable-list-rules.ts'
import { invalidField } from '#server/platform/errors.ts'

/** Refuses a list of variables that can't be stored with the content. Throws AppError validation_failed. */
export function refuseInvalidVariables({ content, variables }: Pick<VersionedPrompt, 'content' | 'variables'>): void {
  const refusal = variablesError(content, variables)
  if (refusal) throw invalidField('variables', refusal)
}
