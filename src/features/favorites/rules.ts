/**
 * The sort orders of saved prompts. `saved` lists the most recently saved first. The other orders are the catalogue's.
 */
export const favoriteSorts = ['saved', 'newest', 'popular', 'highest-rated'] as const
export type FavoriteSort = (typeof favoriteSorts)[number]

/** How many prompts one request may name, to learn which of them are saved. */
export const promptIdsMax = 100
/** How often a member may save or unsave prompts in a minute. */
export const saveRateLimit = { name: 'favorites', points: 120, seconds: 60 } as const
