import type { Category } from '#features/catalogue/contract.ts'
import type { ReportCase } from '#features/moderation/contract.ts'

type Named = Pick<Category, 'name' | 'slug'>

/** Returns the category that the reports about a wrong category mention, if they mention exactly one. */
export function namedCategory<Kind extends Named>(
  reports: ReportCase['reports'],
  categories: Kind[],
): Kind | undefined {
  const details = reports.flatMap(({ reason, details }) => (reason === 'wrong_category' && details ? [details] : []))
  const text = comparable(details.join('\n'))
  const named = categories.filter(({ name }) => text.includes(comparable(name)))
  return named.length === 1 ? named[0] : undefined
}

/** Returns the words of a text in lower case, each between spaces, with “and” instead of “&”. */
function comparable(text: string): string {
  const words =
    text
      .toLowerCase()
      .replaceAll('&', ' and ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}
