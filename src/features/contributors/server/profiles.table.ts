declare module '#platform/tables.ts' {
  interface Tables {
    profiles: ProfilesTable
  }
}

/** A member's bio and link. A member with neither has no row. */
export interface ProfilesTable {
  userId: string
  bio: string
  link: string | null
  updatedAt: Date
}
