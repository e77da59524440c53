import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    starterParts: StarterPartsTable
  }
}

/** The parts of the starter catalogue that were loaded or skipped. `rows`: how many were added; 0 if the site had content. */
export interface StarterPartsTable {
  part: 'prompts' | 'tools' | 'collections'
  rows: number
  decidedAt: Generated<Date>
}
