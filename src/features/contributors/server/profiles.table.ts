declare module '#server/platform/tables.ts' {
  interface Tables {
    profiles: ProfilesTable
  }
}

/** A member's bio and link. Members without both have no row. */
export interface ProfilesTable {
  userId: string
  bio: string
  link: string | null
  updatedAt: Date
}
