import type { Prompt } from '#features/catalogue/contract.ts'
import { formOf, modelsOf, type PromptForm } from '#features/catalogue/draft-rules.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'

/** Converts a stored prompt to form values. */
export function toForm(prompt: Prompt): PromptForm {
  return formOf({ ...prompt, category: prompt.category.slug })
}

/** Converts form values to a request body. */
export function toBody({ models, ...form }: PromptForm) {
  return { ...form, variables: normalizeVariables(form.content, form.variables), models: modelsOf(models) }
}
