import type { ColumnType, Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    promptCopies: {
      promptId: string
      /** A hash of the member's id, or of a visitor's address and browser with a daily salt. */
      visitor: Buffer
      copiedAt: Date
      /** Whether the copy has been added to the totals. */
      folded: Generated<boolean>
      /** Whether somebody used a Run button instead of Copy. */
      run: Generated<boolean>
    }
    /** Copies that the command `demo` added (demo-copies.ts). */
    demoCopies: { promptId: string; copies: number; copiedAt: Date }
    /** The random salt for the hashes of each day's visitors. */
    dailySalts: { day: ColumnType<Date, string>; salt: Buffer }
  }
}
