declare module '#server/platform/tables.ts' {
  interface Tables {
    favourites: FavouritesTable
  }
}

/** A prompt that a member keeps. */
export interface FavouritesTable {
  user_id: string
  prompt_id: string
  saved_at: Date
}
