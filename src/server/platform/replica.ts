import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A position in the write-ahead log (pg_lsn) as a number of bytes. */
export type Position = bigint

/** Connections to a standby that has all that a read must show; `take` is null if there is none at the moment. */
export type Replica = { take(): Promise<pg.PoolClient | null>; reportFailure(error: unknown): void }

const readsAnywhere = new AsyncLocalStorage<true>()

/** Runs reads that may be some seconds old, and show nothing to somebody who just wrote. They may go to the replica. */
export function readAnywhere<Result>(work: () => Result): Result {
  return readsAnywhere.run(true, work)
}

/** Parses a pg_lsn such as `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Pool = Pick<pg.Pool, 'options' | 'end'> & { connect(): Promise<pg.PoolClient> }

/** The pool of the primary, which sends single reads within `readAnywhere` to the replica. */
export function withReplica(primary: pg.Pool, replica: Replica): Pool {
  return {
    options: primary.options,
    connect: async () =>
      readsAnywhere.getStore() ? (readingClient(primary, replica) as pg.PoolClient) : primary.connect(),
    end: () => primary.end(),
  }
}

const read = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|with)\b/i

/**
 * Tries reads at the replica. Everything else goes to the primary, also what failed because of the replica, and so does
 * everything after it: a transaction stays together.
 */
function readingClient(primary: pg.Pool, replica: Replica) {
  let own: pg.PoolClient | undefined
  return {
    async query(text: string, values: unknown[]) {
      if (!own && read.test(text)) {
        const result = await tryReplica(replica, text, values)
        if (result) return result
      }
      own ??= await primary.connect()
      return own.query(text, values)
    },
    release: (destroy?: boolean) => own?.release(destroy),
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
 * Whether the primary may succeed: the replica is stopping or doesn't answer, replay canceled the statement (40001), it isn't
 * allowed on a standby (25006, 55000, 0A000), or took too long there.
 */
function isReplicaFailure(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === undefined || /^(08|57|58|53|E[A-Z]+$)|^(25006|40001|40P01|55000|0A000)$/.test(code)
}
