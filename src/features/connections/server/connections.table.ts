import type { Provider } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    connections: ConnectionsTable
  }
}

/**
 * Accounts at other sites that can sign in here. `subject` is the provider's id for the user. For `oidc`, the
 * issuer and a space precede that id. `name` is the user's name at the provider.
 */
export interface ConnectionsTable {
  userId: string
  provider: Provider
  subject: string
  name: string
  createdAt: Date
}
