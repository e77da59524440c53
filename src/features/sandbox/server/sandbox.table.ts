import type { Generated } from 'kysely'
import type { Json } from '#platform/json.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `number` is an object's place in the order in which the objects were created. */
    sandboxObjects: { id: string; kind: string; customer: string | null; body: Json; number: Generated<number> }
    /** Requests with an Idempotency-Key. `answer` is the body of the stored response. */
    sandboxRequests: { key: string; requestHash: string; status: number; answer: Json; createdAt: Date }
    sandboxEvents: SandboxEventsTable
  }
}

/**
 * An event, which is sent as a webhook. `dueAt` is when it is sent next, `attempts` how often it was sent, and `number`
 * its place in the order of all events.
 */
export interface SandboxEventsTable {
  id: string
  type: string
  body: Json
  createdAt: Date
  dueAt: Date
  attempts: Generated<number>
  deliveredAt: Date | null
  number: Generated<number>
}
