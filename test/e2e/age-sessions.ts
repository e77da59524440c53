import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'

// Makes all sessions of this site older than 12 hours, after which some actions need the password.
await withDatabase((db) => sql`update sessions set created_at = created_at - interval '13 hours'`.execute(db))
