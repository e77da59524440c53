import type { Category } from '#features/catalogue/contract.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'

type NameAndSlug = Pick<Category, 'name' | 'slug'>

/** Returns the category that the reports with the reason “wrong category” mention, if they mention exactly one. */
export function findNamedCategory<Item extends NameAndSlug>(
  reports: ReportCase['reports'],
  categories: Item[],
): Item | undefined {
  const details = reports.flatMap(({ reason, details }) => (reason === 'wrong_category' && details ? [details] : []))
  const text = normalize(details.join('\n'))
  const matches = categories.filter(({ name }) => text.includes(normalize(name)))
  return matches.length === 1 ? matches[0] : undefined
}

/** Returns the words of a text in lower case, each between spaces, with “and” instead of “&”. */
function normalize(text: string): string {
  const words =
    text
      .toLowerCase()
      .replaceAll('&', ' and ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}
