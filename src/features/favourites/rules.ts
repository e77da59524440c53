/** Orders of the saved prompts: last saved first, and the catalogue's own. */
export const favouriteSorts = ['saved', 'newest', 'popular', 'highest-rated'] as const
export type FavouriteSort = (typeof favouriteSorts)[number]

/** Own favourites are asked for at most this many prompts at once. */
export const askedMax = 100
/** Times that a member may save or unsave in a minute. */
export const saveLimit = { name: 'favourites', points: 120, seconds: 60 } as const
