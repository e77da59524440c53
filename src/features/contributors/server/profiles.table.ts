declare module '#server/platform/tables.ts' {
  interface Tables {
    profiles: ProfilesTable
  }
}

/** What a member says about themselves. No row: nothing. */
export interface ProfilesTable {
  userId: string
  bio: string
  link: string | null
  updatedAt: Date
}
