import type { ComparisonSummary } from '#features/comparison/contract.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { plural } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'

/**
 * Returns the name of a comparison in lists: the name that its owner gave it, its prompt's title, or the beginning of
 * its text, with each blank replaced by its default or name. A hidden text is replaced by the number of models.
 */
export function nameOf({ name, prompt, excerpt, models }: ComparisonSummary): string {
  const text = withoutBraces(excerpt).replace(/\s+/g, ' ').trim()
  return name ?? prompt?.title ?? (text ? cutText(text, 80) : plural(models.length, '{count} model', '{count} models'))
}
