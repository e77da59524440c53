import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A position in the write-ahead log (pg_lsn), as a number of bytes. */
export type Position = bigint

/** Connections to a standby of the database. `take` returns null if no standby is up to date enough at the moment. */
export type Replica = { take(): Promise<pg.PoolClient | null>; reportFailure(error: unknown): void }

const mayUseReplica = new AsyncLocalStorage<true>()

/**
 * Lets the replica serve reads in `work`. The replica's data may be a few seconds old, so `work` must not read for
 * somebody who has just written something.
 */
export function allowReplica<Result>(work: () => Result): Result {
  return mayUseReplica.run(true, work)
}

/** Parses a pg_lsn, such as `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Pool = Pick<pg.Pool, 'options' | 'end'> & { connect(): Promise<pg.PoolClient> }

/** Wraps the pool of the primary so that single reads within `allowReplica` go to the replica. */
export function withReplica(primary: pg.Pool, replica: Replica): Pool {
  return {
    options: primary.options,
    connect: async () =>
      mayUseReplica.getStore() ? (createReadingClient(primary, replica) as pg.PoolClient) : primary.connect(),
    end: () => primary.end(),
  }
}

/** Matches a statement that may be a read. */
const readPattern = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|with)\b/i

/**
 * Creates a client that first tries reads on the replica. All other statements, and reads that fail because of the
 * replica, go to the primary. From then on, every statement goes to the primary, so that a transaction isn't split.
 */
function createReadingClient(primary: pg.Pool, replica: Replica) {
  let primaryClient: pg.PoolClient | undefined
  return {
    async query(text: string, values: unknown[]) {
      if (!primaryClient && readPattern.test(text)) {
        const result = await tryReplica(replica, text, values)
        if (result) return result
      }
      primaryClient ??= await primary.connect()
      return primaryClient.query(text, values)
    },
    release: (destroy?: boolean) => primaryClient?.release(destroy),
  }
}

async function tryReplica(replica: Replica, text: string, values: unknown[]): Promise<pg.QueryResult | null> {
  const client = await replica.take()
  if (!client) return null
  try {
    return await client.query(text, values)
  } catch (error) {
    if (!isReplicaFailure(error)) throw error
    replica.reportFailure(error)
    return null
  } finally {
    client.release()
  }
}

/**
 * Whether a statement that failed on the replica may succeed on the primary, because the replica is stopping, broken or
 * overloaded, doesn't respond, canceled the statement in order to replay (40001, 40P01), doesn't allow it on a standby
 * (25006, 55000, 0A000), or took too long.
 */
function isReplicaFailure(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || /^(08|57|58|53|E[A-Z]+$)|^(25006|40001|40P01|55000|0A000)$/.test(code)
}
