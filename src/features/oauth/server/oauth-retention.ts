import { sql } from 'kysely'
import type { Retention } from '#platform/work/retention.ts'

/** For how many days an app that nobody uses is remembered. */
const unusedClientDays = 30

/** Grants, tokens and requests that have expired, and apps without grants. */
export const oauthRetention: Retention[] = [
  { table: 'oauthTokens', column: 'expiresAt', keep: 0 },
  { table: 'oauthGrants', column: 'expiresAt', keep: 0 },
  { table: 'oauthRequests', column: 'expiresAt', keep: 0 },
  {
    table: 'oauthClients',
    column: 'readAt',
    keep: unusedClientDays,
    where: sql`not exists (select from oauth_grants g where g.client_id = r.client_id)`,
  },
]
