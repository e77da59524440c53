import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'

// Makes all sessions of this site older than a working day.
await withDatabase((db) => sql`update sessions set created_at = created_at - interval '13 hours'`.execute(db))
