import { type DatabaseProblem, findDatabaseProblem } from '#platform/database/database-problem.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import { withTimeout } from '#platform/work/with-timeout.ts'
import { listPendingMigrations } from './migrations.ts'
import { tryWrite } from './try-write.ts'

/** For how long a result is cached, in ms. */
export const readinessCacheMs = 3_000
/** How long the readiness check and the metrics wait for the database, in ms. Load balancers don't wait longer. */
export const maxWaitMs = 4_000

/**
 * Whether requests can be served. `reason`: an SQLSTATE, the code of an error, `unknown`, or `no answer yet` after a
 * time-out. `retryAfter`: in seconds. `pending`: the migrations that haven't been applied yet.
 */
export type Readiness =
  | { isReady: true }
  | { isReady: false; status: string; retryAfter: number; reason?: string; pending?: string[] }

type Options = { db: Db; log: Log; now?: () => number; timeoutMs?: number }

/**
 * Creates a function that checks whether migrations are done and a write would succeed. Logs each new problem of the
 * database with advice, and logs when the database accepts writes again.
 */
export function createReadiness({ db, log, now = Date.now, timeoutMs = maxWaitMs }: Options): () => Promise<Readiness> {
  let last: { at: number; result: Promise<Readiness> } | undefined
  let reported = 'ready'

  async function check(): Promise<Readiness> {
    try {
      await tryWrite(db)
      const pending = await listPendingMigrations(db)
      report('ready', () => log.info({}, 'the database accepts writes again'))
      if (pending.length > 0) return { isReady: false, status: 'migrations pending', retryAfter: 5, pending }
      return { isReady: true }
    } catch (error) {
      const reason = String((error as { code?: unknown }).code ?? 'unknown')
      const { status, advice, retryAfter } = findDatabaseProblem(error) ?? unforeseen
      report(status, () => log.error({ reason, error: (error as Error).message }, advice))
      return { isReady: false, status, retryAfter, reason }
    }
  }

  function report(status: string, write: () => void) {
    if (status !== reported) write()
    reported = status
  }

  return () => {
    if (!last || now() - last.at >= readinessCacheMs) {
      const result = check()
      const mine = { at: Number.POSITIVE_INFINITY, result }
      last = mine
      // The time for which the result is cached begins when the check ends, so that a slow check isn't started again.
      void result.then(() => {
        mine.at = now()
      })
    }
    return withTimeout(last.result, timeoutMs, () => slow)
  }
}

const slow: Readiness = { isReady: false, status: 'database slow', retryAfter: 5, reason: 'no answer yet' }

const unforeseen: DatabaseProblem = {
  status: 'database not usable',
  advice: 'The database refuses queries. Run `npm run cli -- doctor` for details.',
  retryAfter: 30,
}
