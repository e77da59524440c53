import type { Generated } from 'kysely'

declare module '#platform/database/tables.ts' {
  interface Tables {
    siteSecrets: SiteSecretsTable
  }
}

/** The site's secrets by name, such as `session`. `getSiteSecret` creates each one when it is first needed. */
export interface SiteSecretsTable {
  name: string
  secret: Buffer
  createdAt: Generated<Date>
}
