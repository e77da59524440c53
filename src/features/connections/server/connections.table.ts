import type { Provider } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    connections: ConnectionsTable
  }
}

/** Accounts elsewhere that sign in here; `subject` is the other site's own id of the person. */
export interface ConnectionsTable {
  userId: string
  provider: Provider
  subject: string
  name: string
  createdAt: Date
}
