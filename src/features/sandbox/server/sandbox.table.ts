import type { Generated } from 'kysely'
import type { Json } from '#server/platform/json.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    sandboxObjects: { id: string; kind: string; customer: string | null; body: Json; number: Generated<number> }
    sandboxRequests: { key: string; requestHash: string; status: number; answer: Json; createdAt: Date }
    sandboxEvents: SandboxEventsTable
  }
}

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
