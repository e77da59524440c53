/** A page that the palette finds by its name. */
export type PalettePage = { path: string; label: string; reloads?: boolean }

/** How many pages the palette shows below what else it found. */
const pagesMax = 3

/**
 * Finds pages for what somebody is typing: `exact` if it is a page's whole name, and up to 3 others with a word that
 * starts as typed. Ignores case.
 */
export function findPages<Page extends PalettePage>(
  pages: readonly Page[],
  typed: string,
): { exact?: Page; others: Page[] } {
  const term = typed.trim().toLowerCase()
  if (term === '') return { others: [] }
  const exact = pages.find(({ label }) => label.toLowerCase() === term)
  const others = pages.filter((page) => page !== exact && ` ${page.label.toLowerCase()}`.includes(` ${term}`))
  return { exact, others: others.slice(0, pagesMax) }
}
