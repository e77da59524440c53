import type { Provider } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    connections: ConnectionsTable
  }
}

/**
 * Accounts at other sites that can sign in here. `subject`: the provider's id of the user; for `oidc`, preceded by the
 * issuer and a space.
 */
export interface ConnectionsTable {
  userId: string
  provider: Provider
  subject: string
  name: string
  createdAt: Date
}
