import type { ColumnType } from 'kysely'
import type { ClientMetadata } from '../client-rules.ts'
import type { AppScope } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    oauthClients: OauthClientsTable
    oauthGrants: OauthGrantsTable
    oauthTokens: OauthTokensTable
    oauthRequests: OauthRequestsTable
  }
}

type JsonColumn<Value> = ColumnType<Value, string, string>

/**
 * An app that has asked for access. `clientId` is the address of its document, or an id that we gave it. `readAt`: when
 * the document was last read, or when the app registered.
 */
export interface OauthClientsTable {
  clientId: string
  metadata: JsonColumn<ClientMetadata>
  readAt: Date
}

/**
 * What a member allows an app. `resource` is the address at which its tokens work. It ends at `expiresAt`, with its last
 * token. `usedOn` is the day (UTC) of the last use, to be written as YYYY-MM-DD.
 */
export interface OauthGrantsTable {
  id: string
  userId: string
  clientId: string
  resource: string
  scopes: AppScope[]
  createdAt: Date
  expiresAt: Date
  usedOn: ColumnType<Date | null, string | null, string | null>
}

/** A code or token of a grant. `tokenHash` is the SHA-256 of it. `usedAt`: when a code or a refresh token was used. */
export interface OauthTokensTable {
  tokenHash: Buffer
  kind: 'code' | 'access' | 'refresh'
  grantId: string
  userId: string
  payload: JsonColumn<Record<string, unknown>>
  expiresAt: Date
  usedAt: Date | null
}

/** A request for access that waits for the member's answer. `idHash` is the SHA-256 of its id. */
export interface OauthRequestsTable {
  idHash: Buffer
  payload: JsonColumn<Record<string, unknown>>
  expiresAt: Date
}
