import type { ComparisonSummary } from '#features/comparison/contract.ts'
import { pluralize } from '#lib/numbers.ts'

/** What a list calls a comparison: its name, its prompt's title, or how its text begins. */
export function nameOf({ name, prompt, excerpt, models }: ComparisonSummary): string {
  const text = excerpt.replace(/\s+/g, ' ').trim()
  return name ?? prompt?.title ?? (text ? text.slice(0, 80) : pluralize(models.length, 'model'))
}
