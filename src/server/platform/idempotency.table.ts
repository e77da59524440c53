import type { Json } from './json.ts'

/** A server-sent event, with its name and its data. */
export type StreamEvent = { event: string; data: { [key: string]: Json } }

declare module './tables.ts' {
  interface Tables {
    idempotencyKeys: IdempotencyKeysTable
  }
}

export interface IdempotencyKeysTable {
  userId: string
  path: string
  key: string
  requestHash: Buffer
  /** The id of the run that holds the lease, or that held it last (`once-claims.ts`). */
  run: string
  leaseUntil: Date
  /** The status of the stored response. Null while a run is working on the request. */
  status: number | null
  answer: Json | null
  events: StreamEvent[]
  expiresAt: Date
}
