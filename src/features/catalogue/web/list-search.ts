import type { ChosenFilters } from '../filter-rules.ts'
import { filterNames, listPageSize } from '../rules.ts'

/**
 * The search parameters of a list. `pick`: whether only community picks are shown. Every key is always set, if only to
 * undefined, because the router would keep the unchecked value from the URL for a missing key.
 */
export type ListSearch = CategoryListSearch & { category?: string; pick?: true }
/** The search parameters of a category's list. */
export type CategoryListSearch = ChosenFilters & { tag?: string; cursor?: string; view?: 'table' }

/** Reads the search parameters of a list, most of them without a check (see `readFilters`). */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...readCategoryListSearch(search),
    category: readText(search.category),
    pick: readText(search.pick) === 'true' ? true : undefined,
  }
}

/** Reads the search parameters of a category's list, most of them without a check (see `readFilters`). */
export function readCategoryListSearch(search: Record<string, unknown>): CategoryListSearch {
  return {
    ...readFilters(search),
    tag: readText(search.tag),
    cursor: readText(search.cursor),
    view: search.view === 'table' ? 'table' : undefined,
  }
}

/**
 * Reads filters without checking their values, because the code of every page would otherwise contain the lists of
 * valid values. The API checks them, and an invalid value leads to the 404 page.
 */
function readFilters(search: Record<string, unknown>): ChosenFilters {
  return Object.fromEntries(filterNames.map((name) => [name, readText(search[name])]))
}

/**
 * Whether any filter is chosen. Search engines must not index filtered lists, because there are countless combinations.
 */
export function isNarrowed(search: ChosenFilters): boolean {
  return filterNames.some((name) => search[name] !== undefined)
}

/**
 * The cursor that a list's URL contains: the number of the page, so that the page can show it, and the cursor of the
 * API.
 */
export function pageCursor(number: number, apiCursor: string): string {
  return `${number}.${apiCursor}`
}

/**
 * The number of a page, according to the cursor in its URL: 1 without a cursor, and undefined if the cursor has no
 * number.
 */
export function pageNumberOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 1
  const number = /^(\d{1,6})\./.exec(cursor)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * The page of a list that the URL refers to, in the form that the API expects: the cursor without the number of the
 * page, and the page size.
 */
export function apiPageOf({ cursor }: { cursor?: string }): { cursor?: string; limit: number } {
  return { cursor: cursor?.replace(/^\d{1,6}\./, ''), limit: listPageSize }
}

/** Reads the cursor of a list without filters. */
export function readPaging(search: Record<string, unknown>): { cursor?: string } {
  return { cursor: readText(search.cursor) }
}

/** Reads the cursor of the comments on a page. */
export function readCommentPaging(search: Record<string, unknown>): { comments?: string } {
  return { comments: readText(search.comments) }
}

/**
 * Reads a text parameter. The router parses numbers and booleans, but only those that are written as JavaScript writes
 * them, so they are converted back.
 */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
