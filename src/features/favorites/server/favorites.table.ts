declare module '#server/platform/tables.ts' {
  interface Tables {
    favourites: FavoritesTable
  }
}

/** A prompt that a member saved. */
export interface FavoritesTable {
  user_id: string
  prompt_id: string
  saved_at: Date
}
