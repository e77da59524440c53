/** Limits of a search. Owner of these numbers. */
export const searchLimits = {
  queryMax: 1000,
  /** Matches are ranked and counted up to here; beyond it the total is a floor. */
  candidates: 1000,
  people: 5,
  tagFacets: 12,
} as const

export const searchSorts = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof searchSorts)[number]

/** Shortcuts below a search field (spec section 2). */
export const popularSearches = ['ChatGPT', 'Writing', 'Code', 'Image'] as const

/** A search term as it is submitted: trimmed; null when blank, which is not submitted (spec section 5). */
export function submittableTerm(term: string): string | null {
  return term.trim() || null
}
