import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db.ts'

/**
 * Tests whether a write would succeed, without leaving anything behind: requests a row lock, writes a temporary file of
 * 70 KB on the database's disk, and commits to the write-ahead log. An update in place isn't enough, because it succeeds on
 * a full disk. Rejects with the error that a write would cause.
 */
export async function tryWrite(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Fails in a read-only transaction, even though no row matches.
    await tx.selectFrom('siteSecrets').select('name').where(sql.lit(false)).forUpdate().execute()
    await sql`select set_config('work_mem', '64kB', true)`.execute(tx)
    // PostgreSQL writes a function's result to a temporary file if it is larger than work_mem.
    await sql`select count(*) from generate_series(1, 5000)`.execute(tx)
    await sql`select pg_logical_emit_message(true, 'promptarium', 'ready')`.execute(tx)
  })
}
