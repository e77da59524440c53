import type { ColumnType } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    valueSets: ValueSetsTable
  }
}

/** Values for a prompt's blanks that a member saved under a name. `filled` maps the blanks' names to the values. */
export interface ValueSetsTable {
  userId: string
  id: string
  promptId: string
  name: string
  filled: ColumnType<Record<string, string>, string, string>
  createdAt: Date
  updatedAt: Date
}
