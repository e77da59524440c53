import type { Json } from './json.ts'

/** What a stream tells: the name of the event and its data. */
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
  run: string
  leaseUntil: Date
  /** Null while it runs. */
  status: number | null
  answer: Json | null
  events: StreamEvent[]
  expiresAt: Date
}
