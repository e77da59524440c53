import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

/** Users, with the columns that better-auth's core, username, admin and two-factor parts expect. */
export interface UsersTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  /**
   * When the address was confirmed. Our own column, not better-auth's. Null also for accounts from before this column.
   */
  email_verified_at: Date | null
  image: string | null
  username: string
  display_username: string
  role: Generated<'user' | 'moderator' | 'admin'>
  banned: Generated<boolean>
  ban_reason: string | null
  ban_expires: Date | null
  two_factor_enabled: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}
