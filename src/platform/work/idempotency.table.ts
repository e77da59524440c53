import type { Json } from '#platform/json.ts'

/** A server-sent event, with its name and its data. */
export type StreamEvent = { event: string; data: { [key: string]: Json } }

declare module '#platform/database/tables.ts' {
  interface Tables {
    idempotencyKeys: IdempotencyKeysTable
  }
}

/** A request with an Idempotency-Key, and what is stored of its response. */
export interface IdempotencyKeysTable {
  userId: string
  path: string
  key: string
  requestHash: Buffer
  /** The id of the run (one execution of the request) that holds the lease, or that held it last. */
  run: string
  leaseUntil: Date
  /** The status of the stored response. Null while a run is working on the request. */
  status: number | null
  /** The body of the stored response. */
  answer: Json | null
  /** The events of a streamed response that have been stored so far. */
  events: StreamEvent[]
  expiresAt: Date
}
