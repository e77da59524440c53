import { sql } from 'kysely'
import { withDatabase } from '#cli/database.ts'

// Everybody of this site signed in a working day ago.
await withDatabase((db) => sql`update sessions set created_at = created_at - interval '13 hours'`.execute(db))
