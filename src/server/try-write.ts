import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db.ts'

/**
 * Whether a write would succeed, found out by one that leaves nothing behind: it asks for the right to change a row, takes
 * 70 KB of the database's own disk for a temporary file, and commits a line of the write-ahead log. An update in place
 * would not do: it succeeds on a full disk. Fails with the error that a write would have.
 */
export async function tryWrite(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // In a read-only transaction this fails before it looks for a row.
    await tx.selectFrom('siteSecrets').select('name').where(sql.lit(false)).forUpdate().execute()
    await sql`select set_config('work_mem', '64kB', true)`.execute(tx)
    // What a function gives is kept whole, in a temporary file as soon as it is larger than work_mem.
    await sql`select count(*) from generate_series(1, 5000)`.execute(tx)
    await sql`select pg_logical_emit_message(true, 'promptarium', 'ready')`.execute(tx)
  })
}
