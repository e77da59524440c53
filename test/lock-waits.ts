import pg from 'pg'
import type { Connection } from '#platform/database/db.ts'

/** A wait for a lock. `ms`: how long it took. `what`: the table or the kind of lock, and the mode of the lock. */
export type LockWait = { ms: number; what: string }

/** How often waits are sampled, in ms. A wait may last that much longer than its last sample shows. */
const everyMs = 20

/**
 * Watches how long connections with this application_name wait for locks. `stop` returns the longest wait (0 ms if
 * there was none). The server measures the time (pg_locks.waitstart), so a busy client doesn't distort it.
 */
export async function watchLockWaits(connection: Connection, applicationName: string) {
  const client = new pg.Client(connection)
  await client.connect()
  let longest: LockWait = { ms: 0, what: 'nothing' }
  let isRunning = true
  const sampleLoop = (async () => {
    while (isRunning) {
      const { rows } = await client.query<LockWait>(
        `select 1000 * extract(epoch from clock_timestamp() - waitstart)::float as ms,
          concat_ws(' ', coalesce((select relname from pg_class c where c.oid = relation), locktype), mode) as what
        from pg_locks join pg_stat_activity using (pid)
        where not granted and waitstart is not null and application_name = $1 order by waitstart limit 1`,
        [applicationName],
      )
      if (rows[0] && rows[0].ms > longest.ms) longest = rows[0]
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  })()
  return {
    async stop(): Promise<LockWait> {
      isRunning = false
      await sampleLoop
      await client.end()
      return longest
    },
  }
}
