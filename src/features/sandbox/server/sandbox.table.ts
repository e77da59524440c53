import type { Generated } from 'kysely'
import type { Json } from '#server/platform/json.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    sandbox_objects: { id: string; kind: string; customer: string | null; body: Json; number: Generated<number> }
    sandbox_requests: { key: string; request_hash: string; status: number; answer: Json; created_at: Date }
    sandbox_events: SandboxEventsTable
  }
}

export interface SandboxEventsTable {
  id: string
  type: string
  body: Json
  created_at: Date
  due_at: Date
  attempts: Generated<number>
  delivered_at: Date | null
  number: Generated<number>
}
