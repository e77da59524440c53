declare module '#server/platform/tables.ts' {
  interface Tables {
    favourites: FavoritesTable
  }
}

/** A prompt that a member saved. */
export interface FavoritesTable {
  userId: string
  promptId: string
  savedAt: Date
}
