import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from '#platform/database/db.ts'
import { type Position, parsePosition } from '#platform/database/replicas.ts'
import type { LogPositions } from './log-positions.ts'

/**
 * In ms: how often a replica is asked for its position, and how long it may take to answer. Together less than a second,
 * after which nobody waits for it any longer. `retry`: how long until it is asked again after it failed.
 */
const watchMs = { every: 200, answer: 600, retry: 500 }
/** How long a read may wait for a connection, or for its result while the replica answers others, in ms. */
const connectMs = 500
const queryTimeoutMs = 5_000
/** After a connection was behind, how long reads that need more than it had don't ask again, in ms. */
const askAgainMs = 50

/** Whether a replica serves reads, with the reason if it doesn't. */
export type ReplicaState = { name: string; serves: boolean; reason: string }

type Log = (message: string) => void
type Client = pg.PoolClient

/** One standby of the database. `read` returns null if it can't answer, or hasn't replayed what is needed. */
export type OpenReplica = {
  read(needed: Position, text: string, values: unknown[]): Promise<pg.QueryResult | null>
  state(): ReplicaState
  close(): Promise<void>
}

/**
 * Opens a pool of connections to a standby, and watches whether it answers and how far it has replayed the write-ahead
 * log. Each connection is asked too, because a load balancer may distribute connections among several servers, and each
 * may be behind the primary.
 */
export function openReplica(connectionString: string, positions: LogPositions, log: Log): OpenReplica {
  const { db, pool } = openPool({ connectionString }, () => undefined, { connectMs, queryTimeoutMs })
  const watched = { max: 1, connectMs: watchMs.answer, queryTimeoutMs: watchMs.answer }
  const watcher = openPool({ connectionString }, () => undefined, watched)
  const name = nameOf(connectionString)
  /** How far each connection's server has replayed the log, according to its last answer. */
  const replayed = new WeakMap<Client, Position>()
  let lastAnswer = { at: Number.NEGATIVE_INFINITY, position: 0n }
  let state: ReplicaState = { name, serves: false, reason: 'it hasn’t answered yet' }
  let isKnown = false
  const closing = new AbortController()
  /** Ends the waits of all reads at this replica. */
  const leaving = new Set<(error: Error) => void>()

  function report(serves: boolean, reason: string) {
    if (!isKnown || state.serves !== serves)
      log(serves ? `the replica ${name} serves reads` : `the replica ${name} serves no reads: ${reason}`)
    isKnown = true
    state = { name, serves, reason }
  }

  /** Takes the replica out of use until it has answered again. Reads that wait for it go on without it. */
  function leave(error: Error) {
    report(false, error.message)
    for (const reject of leaving) reject(error)
    for (let idle = pool.idleCount; idle > 0; idle--) {
      void pool.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
    }
  }

  /** Waits for `work`, but no longer than the replica is in use. */
  function unlessLeft<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      leaving.add(reject)
      void work.then(resolve, reject).finally(() => leaving.delete(reject))
    })
  }

  async function watchConnection(): Promise<never> {
    const client = await watcher.pool.connect()
    try {
      for (;;) {
        const position = await readPosition(client)
        const old = positions.old()
        // Nobody reads from it before the primary's position is known.
        if (old !== null) report(position >= old, 'it is behind')
        await wait(watchMs.every, undefined, { signal: closing.signal })
      }
    } finally {
      client.release(true)
    }
  }

  async function watch() {
    while (!closing.signal.aborted) {
      await watchConnection().catch((error: Error) => {
        if (!closing.signal.aborted) leave(error)
      })
      await wait(watchMs.retry, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const watching = watch()

  /** Returns a connection whose server has replayed what is needed. */
  async function take(needed: Position): Promise<Client | null> {
    const isTooSoon = performance.now() - lastAnswer.at < askAgainMs
    if (isTooSoon && lastAnswer.position < needed) return null
    const connecting = pool.connect()
    const client = await unlessLeft(connecting).catch((error) => {
      void connecting.then(
        (late) => late.release(true),
        () => undefined,
      )
      throw error
    })
    if ((replayed.get(client) ?? -1n) >= needed) return client
    try {
      const position = await unlessLeft(readPosition(client))
      lastAnswer = { at: performance.now(), position }
      replayed.set(client, position)
      if (position >= needed) return client
      client.release()
      return null
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    async read(needed, text, values) {
      if (!state.serves) return null
      let client: Client | null
      try {
        client = await take(needed)
      } catch (error) {
        leave(error as Error)
        return null
      }
      if (!client) return null
      let isBroken = true
      try {
        const result = await unlessLeft(client.query(text, values))
        isBroken = false
        return result
      } catch (error) {
        const code = (error as { code?: string }).code
        isBroken = isLost(code)
        if (isBroken && state.serves) leave(error as Error)
        if (isBroken || mayWorkOnPrimary(code)) return null
        throw error
      } finally {
        client.release(isBroken)
      }
    },
    state: () => state,
    async close() {
      closing.abort()
      await watching
      await Promise.all([watcher.db.destroy(), db.destroy()])
    },
  }
}

/** The host and port, since the address may contain a password. */
function nameOf(connectionString: string): string {
  const { hostname, port, searchParams } = new URL(connectionString)
  return searchParams.get('host') ?? `${hostname || 'localhost'}:${port || 5432}`
}

/** Asks how far a connection's server has replayed the log. Throws an Error that says why it can't be used. */
async function readPosition(client: pg.ClientBase): Promise<Position> {
  const { rows } = await client.query<{ pid: number; position: string | null }>(
    `select pg_backend_pid() as pid, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position`,
  )
  if ((client as pg.ClientBase & { processID: number }).processID !== rows[0]?.pid)
    throw new Error('it is behind a pooler')
  const { position } = rows[0]
  if (position === null) throw new Error('it isn’t a standby')
  return parsePosition(position)
}

/**
 * Whether the connection or the server failed. Errors of pg itself, such as time-outs, have no code. The others are lost
 * connections (SQLSTATE class 08), shutdowns and time-outs (57), system errors (58), and Node's error codes. An error in
 * the statement itself doesn't mean that the replica has failed.
 */
function isLost(code: string | undefined): boolean {
  return code === undefined || /^(08|57|58|E[A-Z]+$)/.test(code)
}

/**
 * Whether a statement that failed on a replica may succeed on the primary: the replica is overloaded (53), canceled the
 * statement in order to replay (40001, 40P01), or doesn't allow it on a standby (25006, 55000, 0A000).
 */
function mayWorkOnPrimary(code: string | undefined): boolean {
  return /^(53|25006|40001|40P01|55000|0A000)/.test(code ?? '')
}
