import type { Json } from './json.ts'

/** An event of a stream: its name and data. */
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
