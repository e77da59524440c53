import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    content_changes: { version: number; keys: string[]; changed_at: Generated<Date> }
    catalogue_version: { only_row: Generated<boolean>; version: Generated<number> }
  }
}
