/** What a list's address may say. Every key is always there: a missing one would let a wrong value of the address through. */
export type ListSearch = CategoryListSearch & { category?: string; pick?: true }
/** The same for the list of one category. */
export type CategoryListSearch = { tag?: string; cursor?: string; view?: 'table' }

/** Reads a list's address; what is no text, or no known value, counts as not said. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...readCategoryListSearch(search),
    category: text(search.category),
    pick: text(search.pick) === 'true' ? true : undefined,
  }
}

/** The same for the list of one category. */
export function readCategoryListSearch(search: Record<string, unknown>): CategoryListSearch {
  return {
    tag: text(search.tag),
    cursor: text(search.cursor),
    view: search.view === 'table' ? 'table' : undefined,
  }
}

/** Reads the address of a list that only pages. */
export function readPaging(search: Record<string, unknown>): { cursor?: string } {
  return { cursor: text(search.cursor) }
}

/** A text of the address. Numbers are texts there too: the router reads `?q=2024` as a number. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
