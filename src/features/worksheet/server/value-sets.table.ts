import type { ColumnType } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    valueSets: ValueSetsTable
  }
}

/** Values for the blanks of a prompt that a member saved under a name. `filled`: the values by the names of blanks. */
export interface ValueSetsTable {
  userId: string
  id: string
  promptId: string
  name: string
  filled: ColumnType<Record<string, string>, string, string>
  createdAt: Date
  updatedAt: Date
}
