import type { Prompt } from '#features/catalogue/contract.ts'
import { modelsOf, type PromptForm } from '#features/catalogue/draft-rules.ts'

/** A stored prompt as the form shows it. */
export function toForm({ title, description, content, category, tags, licence, models }: Prompt): PromptForm {
  return { title, description, content, category: category.slug, tags, licence, models: models.join(', ') }
}

/** The form as the API takes it. */
export function toBody({ models, ...form }: PromptForm) {
  return { ...form, models: modelsOf(models) }
}
