import type { Json } from './json.ts'

/** A server-sent event: its name and data. */
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
  /** The run that holds the lease, or the last one that held it (once-claims.ts). */
  run: string
  leaseUntil: Date
  /** The status of the stored response. Null while a run is working on it. */
  status: number | null
  answer: Json | null
  events: StreamEvent[]
  expiresAt: Date
}
