import type { Provider } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    connections: ConnectionsTable
  }
}

/** Accounts at other sites that can sign in here. `subject` is the provider's id of the user. */
export interface ConnectionsTable {
  userId: string
  provider: Provider
  subject: string
  name: string
  createdAt: Date
}
