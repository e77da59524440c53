import type { Generated } from 'kysely'
import type { LanguageTag } from '#lib/languages.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    users: UsersTable
  }
}

/**
 * Members, the site account, and `deleted-user`, which gets the prompts of deleted accounts. The column `name` is
 * required, but nothing reads it (docs/decisions/031-upgrades.md).
 */
export interface UsersTable {
  id: string
  name: string
  email: string
  emailVerified: Generated<boolean>
  /** When the address was confirmed. Null if it isn't confirmed. */
  emailVerifiedAt: Date | null
  /** The same as `displayUsername`, but compared without regard to letter case (`citext`). */
  username: string
  /** The username as screens show it. */
  displayUsername: string
  role: Generated<'user' | 'moderator' | 'admin'>
  banned: Generated<boolean>
  twoFactorEnabled: Generated<boolean>
  /** In which language the site writes to the user. Null is its default language. */
  language: LanguageTag | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}
