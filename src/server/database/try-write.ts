import { sql } from 'kysely'
import { type Db, inTransaction } from '#platform/database/db.ts'

/**
 * Tests whether a write would succeed, without changing any data: runs a query that locks rows, writes a temporary file
 * of 70 KB to the database's disk, and commits to the write-ahead log. Updating a row wouldn't be enough, because that
 * succeeds on a full disk. Rejects with the error that a write would get.
 */
export async function tryWrite(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // This fails in a read-only transaction, although no row matches.
    await tx.selectFrom('siteSecrets').select('name').where(sql.lit(false)).forUpdate().execute()
    await sql`select set_config('work_mem', '64kB', true)`.execute(tx)
    // If the result of a function is larger than work_mem, PostgreSQL writes it to a temporary file.
    await sql`select count(*) from generate_series(1, 5000)`.execute(tx)
    await sql`select pg_logical_emit_message(true, 'promptarium', 'ready')`.execute(tx)
  })
}
