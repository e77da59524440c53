import type pg from 'pg'
import { openPool } from './platform/db.ts'
import { type Position, parsePosition, type Replica } from './platform/replica.ts'

/** How old a read from the replica may be, in ms. Pages are cached for less time in return. */
export const replicaLagMs = 5_000
/** How long the primary answers alone after the replica was behind, and after it failed, in ms. */
const rests = { behind: 250, failed: 3_000 }
const connectMs = 1_000
const answerMs = 5_000

export type OpenReplica = Replica & {
  /**
   * The primary is this far. The replica serves no read before the first position is known. `mustShow`: what pages show has
   * changed, so reads from now on have all of that.
   */
  advance(position: Position, mustShow: boolean): void
  /** The outcome of the last read that was sent to it; null: there was none. `reason`: why it serves none. */
  state(): { serves: boolean; reason: string } | null
  close(): Promise<void>
}

type Log = (message: string) => void

/**
 * Opens the pool of DATABASE_REPLICA_URL. Each connection is asked how far its server has replayed: a load balancer may choose
 * several servers, and each may be behind.
 */
export function openReplica(connectionString: string, log: Log, now: () => number = Date.now): OpenReplica {
  const { db, pool } = openPool({ connectionString }, () => undefined, { connectMs, answerMs })
  const replayed = new WeakMap<pg.PoolClient, Position>()
  let positions: { at: number; position: Position }[] = []
  let required: Position | null = null
  let restsUntil = 0
  let state: { serves: boolean; reason: string } | null = null

  function report(serves: boolean, reason: string) {
    if (state?.serves !== serves) log(serves ? 'the replica serves reads' : `the replica serves no reads: ${reason}`)
    state = { serves, reason }
  }

  function rest(ms: number, reason: string): null {
    restsUntil = now() + ms
    report(false, reason)
    return null
  }

  /** What a connection must have replayed now; null: not known. */
  function bound(): Position | null {
    const old = positions.findLast(({ at }) => at <= now() - replicaLagMs) ?? positions[0]
    if (!old || required === null) return null
    return old.position > required ? old.position : required
  }

  async function replay(client: pg.PoolClient): Promise<Position | string> {
    const { rows } = await client.query<{ pid: number; position: string | null }>(
      `select pg_backend_pid() as pid, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`,
    )
    if ((client as pg.PoolClient & { processID: number }).processID !== rows[0]?.pid) return 'a pooler stands before it'
    const { position } = rows[0]
    return position === null ? 'it is no standby' : parsePosition(position)
  }

  return {
    async take() {
      const needed = bound()
      if (needed === null || now() < restsUntil) return null
      let client: pg.PoolClient | undefined
      try {
        client = await pool.connect()
        if ((replayed.get(client) ?? -1n) < needed) {
          const position = await replay(client)
          if (typeof position === 'string' || position < needed) {
            client.release()
            if (typeof position === 'string') return rest(rests.failed, position)
            return rest(rests.behind, 'it is behind')
          }
          replayed.set(client, position)
        }
        report(true, '')
        return client
      } catch (error) {
        client?.release(true)
        return rest(rests.failed, (error as Error).message)
      }
    },
    reportFailure(error) {
      const { code, message } = error as { code?: string; message: string }
      // A standby isn't broken if it can't run a statement.
      if (code === undefined || /^(08|57|58|E)/.test(code)) rest(rests.failed, message)
    },
    advance(position, mustShow) {
      const at = now()
      // After a failover to a server that was behind, earlier positions may never be reached.
      positions = [...positions.filter((known) => known.position <= position), { at, position }]
      const firstNeeded = positions.findLastIndex((known) => known.at <= at - replicaLagMs)
      positions = positions.slice(Math.max(firstNeeded, 0))
      if (mustShow || required === null || required > position) required = position
    },
    state: () => state,
    close: () => db.destroy(),
  }
}
