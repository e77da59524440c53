/** The search parameters of a list. Every key is always set, since a missing one would let an invalid value through. */
export type ListSearch = CategoryListSearch & { category?: string; pick?: true }
/** The same for the list of a category. */
export type CategoryListSearch = { tag?: string; cursor?: string; view?: 'table' }

/** Reads the search parameters of a list, and ignores invalid values. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...readCategoryListSearch(search),
    category: text(search.category),
    pick: text(search.pick) === 'true' ? true : undefined,
  }
}

/** The same for the list of a category. */
export function readCategoryListSearch(search: Record<string, unknown>): CategoryListSearch {
  return {
    tag: text(search.tag),
    cursor: text(search.cursor),
    view: search.view === 'table' ? 'table' : undefined,
  }
}

/** Reads the search parameters of a list that has only pages. */
export function readPaging(search: Record<string, unknown>): { cursor?: string } {
  return { cursor: text(search.cursor) }
}

/** Reads a text. Numbers count as text, because the router parses `?q=2024` as a number. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
