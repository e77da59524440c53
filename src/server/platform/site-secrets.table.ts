import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    site_secrets: SiteSecretsTable
  }
}

export interface SiteSecretsTable {
  name: string
  secret: Buffer
  created_at: Generated<Date>
}
