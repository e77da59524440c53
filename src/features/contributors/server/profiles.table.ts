import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    profiles: ProfilesTable
  }
}

/** What a member says about themselves. A member who says nothing has no row. */
export interface ProfilesTable {
  userId: string
  bio: string
  links: Generated<string[]>
  /** The ids of pinned prompts, in order. Those that aren't public or aren't the member's are ignored. */
  pins: Generated<string[]>
  /** Why a moderator removed the profile, if it is removed. */
  removedReason: string | null
  updatedAt: Date
}
