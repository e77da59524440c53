import type { ColumnType } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    workedExamples: WorkedExamplesTable
  }
}

/** A prompt filled in and answered by hand. */
export interface WorkedExamplesTable {
  promptId: string
  /** Maps each blank's name to its value. */
  filled: ColumnType<Record<string, string>, string, string>
  text: string
  /** The hash of the prompt's content that it fills in. */
  contentHash: Buffer
  writtenOn: Date
}
