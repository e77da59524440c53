import type { Generated } from 'kysely'

declare module '#server/platform/tables.ts' {
  interface Tables {
    siteSecrets: SiteSecretsTable
  }
}

export interface SiteSecretsTable {
  name: string
  secret: Buffer
  createdAt: Generated<Date>
}
