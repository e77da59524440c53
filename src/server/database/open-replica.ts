import type pg from 'pg'
import { openPool } from '#platform/db.ts'
import { type Position, parsePosition, type Replica } from '#platform/replica.ts'

/** How old data from the replica may be, in ms. The time for which pages are cached is shortened by this. */
export const replicaLagMs = 5_000
/** How long the replica isn't used after it was behind, or after it failed, in ms. */
const pauseMs = { behind: 250, failed: 3_000 }
/** How long a read may wait for a connection, or for its result, in ms. */
const connectMs = 1_000
const queryTimeoutMs = 5_000

export type OpenReplica = Replica & {
  /**
   * Tells the replica the primary's current position in the write-ahead log. Before the first call, the replica isn't
   * used. `mustShow`: public content has changed, so from now on reads must include everything up to this position.
   */
  advance(position: Position, mustShow: boolean): void
  /** Whether the replica could serve the last read, with the reason if it couldn't. Null before the first read. */
  state(): { serves: boolean; reason: string } | null
  close(): Promise<void>
}

type Log = (message: string) => void

/**
 * Opens the pool of DATABASE_REPLICA_URL. Each connection is asked how far its server has replayed the write-ahead log,
 * because a load balancer may distribute connections among several servers, and each may be behind the primary.
 */
export function openReplica(connectionString: string, log: Log, now: () => number = Date.now): OpenReplica {
  const { db, pool } = openPool({ connectionString }, () => undefined, { connectMs, queryTimeoutMs })
  /** How far each connection's server has replayed the log, according to its last answer. */
  const replayed = new WeakMap<pg.PoolClient, Position>()
  /**
   * The primary's positions and when they were reported: the newest that is at least `replicaLagMs` old, and all later
   * ones.
   */
  let positions: { at: number; position: Position }[] = []
  /**
   * Reads must include everything up to this position: the one after the last change of public content or, before any
   * change, the first one.
   */
  let required: Position | null = null
  let pausedUntil = 0
  let state: { serves: boolean; reason: string } | null = null

  function report(serves: boolean, reason: string) {
    if (state?.serves !== serves) log(serves ? 'the replica serves reads' : `the replica serves no reads: ${reason}`)
    state = { serves, reason }
  }

  function pause(ms: number, reason: string): null {
    pausedUntil = now() + ms
    report(false, reason)
    return null
  }

  /** The position that a connection must have replayed by now. Null if it isn't known yet. */
  function requiredPosition(): Position | null {
    const old = positions.findLast(({ at }) => at <= now() - replicaLagMs) ?? positions[0]
    if (!old || required === null) return null
    return old.position > required ? old.position : required
  }

  /** Returns how far the connection's server has replayed the log, or a text that says why it can't be used. */
  async function readPosition(client: pg.PoolClient): Promise<Position | string> {
    const { rows } = await client.query<{ pid: number; position: string | null }>(
      `select pg_backend_pid() as pid, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`,
    )
    if ((client as pg.PoolClient & { processID: number }).processID !== rows[0]?.pid) return 'it is behind a pooler'
    const { position } = rows[0]
    return position === null ? 'it isn’t a standby' : parsePosition(position)
  }

  return {
    async take() {
      const needed = requiredPosition()
      if (needed === null || now() < pausedUntil) return null
      let client: pg.PoolClient | undefined
      try {
        client = await pool.connect()
        if ((replayed.get(client) ?? -1n) < needed) {
          const position = await readPosition(client)
          if (typeof position === 'string' || position < needed) {
            client.release()
            if (typeof position === 'string') return pause(pauseMs.failed, position)
            return pause(pauseMs.behind, 'it is behind')
          }
          replayed.set(client, position)
        }
        report(true, '')
        return client
      } catch (error) {
        client?.release(true)
        return pause(pauseMs.failed, (error as Error).message)
      }
    },
    reportFailure(error) {
      const { code, message } = error as { code?: string; message: string }
      // Errors of pg itself, such as time-outs, have no code. The others are lost connections (SQLSTATE class 08),
      // shutdowns and time-outs (57), system errors (58), and Node's error codes. An error in the statement itself
      // doesn't mean that the replica has failed.
      if (code === undefined || /^(08|57|58|E)/.test(code)) pause(pauseMs.failed, message)
    },
    advance(position, mustShow) {
      const at = now()
      // After a failover to a server that was behind, the higher positions known from before may never be reached.
      positions = [...positions.filter((known) => known.position <= position), { at, position }]
      const firstNeeded = positions.findLastIndex((known) => known.at <= at - replicaLagMs)
      positions = positions.slice(Math.max(firstNeeded, 0))
      if (mustShow || required === null || required > position) required = position
    },
    state: () => state,
    close: () => db.destroy(),
  }
}
