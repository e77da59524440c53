declare module '#server/platform/tables.ts' {
  interface Tables {
    favourites: FavouritesTable
  }
}

/** A prompt that a member keeps. */
export interface FavouritesTable {
  userId: string
  promptId: string
  savedAt: Date
}
