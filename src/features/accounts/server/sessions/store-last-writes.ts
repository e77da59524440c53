import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

/**
 * Stores the current position of the write-ahead log with all sessions of members. The position is read once a row is
 * locked, so that a later call stores a later one.
 */
export async function storeLastWrites(db: Db, userIds: string[]): Promise<void> {
  await sql`
    with own as materialized (
      select user_id, id from sessions where user_id = any(${userIds}::uuid[]) order by user_id, id for no key update)
    update sessions s set last_write = pg_current_wal_insert_lsn()
    from own where s.user_id = own.user_id and s.id = own.id`.execute(db)
}
