import type { FollowKind } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    follows: FollowsTable
  }
}

/** A member's follow. `target` is the id of a person, prompt, category or collection, or the tag itself. */
export interface FollowsTable {
  /** The member who follows. */
  userId: string
  id: string
  kind: FollowKind
  target: string
  followedAt: Date
}
