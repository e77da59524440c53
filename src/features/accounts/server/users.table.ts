import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

/** Members, and the site's own account. Nothing reads `name`, which may not be null (docs/decisions/035-removing-columns.md). */
export interface UsersTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  /** Since when. Null also where nobody wrote it down. */
  email_verified_at: Date | null
  username: string
  display_username: string
  role: Generated<'user' | 'moderator' | 'admin'>
  banned: Generated<boolean>
  two_factor_enabled: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
