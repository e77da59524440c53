import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `keys`: the cache keys of what changed (content-changes.ts). */
    contentChanges: { version: number; keys: string[]; changedAt: Generated<Date> }
    catalogueVersion: { onlyRow: Generated<boolean>; version: Generated<number> }
  }
}
