import type { BlockKind } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    blocks: BlocksTable
  }
}

/** A person (`blockedId`) whom a member blocked or muted. */
export interface BlocksTable {
  userId: string
  blockedId: string
  kind: BlockKind
  createdAt: Date
}
