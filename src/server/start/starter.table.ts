import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    starterParts: StarterPartsTable
  }
}

/**
 * The parts of the starter catalogue that have been loaded or skipped. `rows`: how many items were added, or 0 if the
 * part was skipped because the site was already in use.
 */
export interface StarterPartsTable {
  part: 'prompts' | 'tools' | 'collections' | 'worked examples'
  rows: number
  decidedAt: Generated<Date>
}
