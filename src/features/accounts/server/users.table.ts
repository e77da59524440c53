import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

/** People; columns as better-auth's core, username, admin and two-factor parts expect them. */
export interface UsersTable {
  id: string
  name: string
  email: string
  emailVerified: Generated<boolean>
  /** Since when; ours, not better-auth's. Null also where nobody wrote it down. */
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
