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
  emailVerified: Generated<boolean>
  /**
   * When the address was confirmed. Our own column, not better-auth's. Null also for accounts from before this column.
   */
  emailVerifiedAt: Date | null
  image: string | null
  username: string
  displayUsername: string
  role: Generated<'user' | 'moderator' | 'admin'>
  banned: Generated<boolean>
  banReason: string | null
  banExpires: Date | null
  twoFactorEnabled: Generated<boolean>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}
