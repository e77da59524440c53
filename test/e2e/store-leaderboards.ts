import { withDatabase } from '#cli/database.ts'
import { refreshLeaderboards } from '#features/comparison/server/refresh-leaderboards.ts'

// Stores the leaderboards, as the job does every minute.
await withDatabase((db) => refreshLeaderboards(db, new Date()))
