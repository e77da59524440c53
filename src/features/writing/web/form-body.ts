import type { Prompt } from '#features/catalogue/contract.ts'
import { modelsOf, type PromptForm } from '#features/catalogue/draft-rules.ts'

/** Converts a stored prompt to form values. */
export function toForm({ title, description, content, category, tags, licence, models }: Prompt): PromptForm {
  return { title, description, content, category: category.slug, tags, licence, models: models.join(', ') }
}

/** Converts form values to a request body. */
export function toBody({ models, ...form }: PromptForm) {
  return { ...form, models: modelsOf(models) }
}
