import type { ColumnType } from 'kysely'
import type { TokenScope } from '#lib/http-contract.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    apiTokens: ApiTokensTable
  }
}

/**
 * An API token. `tokenHash` is the SHA-256 of the random part of its text. `dailyCredits` is how many credits it may
 * spend a day. `usedOn` is the day (UTC) of the last request with it, to be written as YYYY-MM-DD.
 */
export interface ApiTokensTable {
  userId: string
  id: string
  tokenHash: Buffer
  name: string
  scopes: TokenScope[]
  dailyCredits: number
  createdAt: Date
  expiresAt: Date
  usedOn: ColumnType<Date | null, string | null, string | null>
}
