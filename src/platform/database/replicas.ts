import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A position in the write-ahead log (pg_lsn), as a number of bytes. */
export type Position = bigint

/**
 * Somebody whose reads may use replicas. `needs`: what a replica must have replayed for them, such as their own last
 * write. `turn`: the number of the replica that is asked first, modulo the number of replicas.
 */
export type Reader = { needs: Position; turn: number }

/** Standbys of the database. `read` returns null if none can answer this reader now. */
export type Replicas = { read(reader: Reader, text: string, values: unknown[]): Promise<pg.QueryResult | null> }

/** Null if the primary has to answer. */
const current = new AsyncLocalStorage<Reader | null>()

/** Lets replicas serve reads in `work`. What they return may be a few seconds old, but includes what `reader` needs. */
export function readAs<Result>(reader: Reader, work: () => Result): Result {
  return current.run(reader, work)
}

/** Who reads at the moment. Null if the primary has to answer. */
export function currentReader(): Reader | null {
  return current.getStore() ?? null
}

/** Runs a read that several readers share: on what is good enough for all of them. */
export function readForAll<Result>(readers: (Reader | null)[], work: () => Result): Result {
  const [first, ...others] = readers
  if (!first || others.includes(null)) return current.run(null, work)
  const needs = readers.reduce((most, reader) => (reader && reader.needs > most ? reader.needs : most), first.needs)
  return readAs({ needs, turn: first.turn }, work)
}

/** Parses a pg_lsn, such as `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

type Pool = Pick<pg.Pool, 'options' | 'end'> & { connect(): Promise<pg.PoolClient> }

/** Wraps the pool of the primary so that single reads within `readAs` go to replicas. */
export function withReplicas(primary: pg.Pool, replicas: Replicas): Pool {
  return {
    options: primary.options,
    connect: async () => {
      const reader = currentReader()
      return reader ? (createReadingClient(primary, replicas, reader) as pg.PoolClient) : primary.connect()
    },
    end: () => primary.end(),
  }
}

/** Matches a statement that may be a read. */
const readPattern = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|with)\b/i

/**
 * Creates a client that first tries reads on replicas. All other statements, and reads that no replica can answer, go
 * to the primary. From then on, every statement goes to the primary, so that a transaction isn't split.
 */
function createReadingClient(primary: pg.Pool, replicas: Replicas, reader: Reader) {
  let primaryClient: pg.PoolClient | undefined
  return {
    async query(text: string, values: unknown[]) {
      if (!primaryClient && readPattern.test(text)) {
        const result = await replicas.read(reader, text, values)
        if (result) return result
      }
      primaryClient ??= await primary.connect()
      return primaryClient.query(text, values)
    },
    release: (destroy?: boolean) => primaryClient?.release(destroy),
  }
}
