declare module '#platform/database/tables.ts' {
  interface Tables {
    favourites: FavoritesTable
  }
}

/** A prompt that a member saved. The table keeps its British name, because a rename would break running servers. */
export interface FavoritesTable {
  userId: string
  promptId: string
  savedAt: Date
}
