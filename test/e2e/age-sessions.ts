import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'

// Makes all sessions of this site older than 12 hours. From that age on, some actions require the password.
await withDatabase((db) => sql`update sessions set created_at = created_at - interval '13 hours'`.execute(db))
