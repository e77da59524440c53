import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    starterParts: StarterPartsTable
  }
}

/** The parts of the starter catalogue that were decided on: `rows` went in, 0 where there was something already. */
export interface StarterPartsTable {
  part: 'prompts' | 'tools'
  rows: number
  decidedAt: Generated<Date>
}
