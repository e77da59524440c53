import type { Json } from './json.ts'

/** An event of a stream: its name and data. */
export type StreamEvent = { event: string; data: { [key: string]: Json } }

declare module './tables.ts' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable
  }
}

export interface IdempotencyKeysTable {
  user_id: string
  path: string
  key: string
  request_hash: Buffer
  run: string
  lease_until: Date
  /** Null while it runs. */
  status: number | null
  answer: Json | null
  events: StreamEvent[]
  expires_at: Date
}
