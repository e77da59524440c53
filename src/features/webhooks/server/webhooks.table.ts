import type { Generated } from 'kysely'
import type { deliveryStates, WebhookEvent } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable
    webhookDeliveries: WebhookDeliveriesTable
    /** Ended models that webhooks were told of. */
    webhookEndedModels: { model: string }
  }
}

export interface WebhooksTable {
  id: string
  userId: string
  /** Whether it is the site's. Otherwise it is told of its owner's prompts. */
  site: boolean
  /** The group whose prompts it is told of, or null. */
  groupId: string | null
  url: string
  events: WebhookEvent[]
  secret: Buffer
  /** Why nothing is sent, as a sentence, or null. */
  paused: string | null
  /** How many deliveries in a row failed for good. */
  failures: Generated<number>
  failingSince: Date | null
  /** Until when a process may be sending to it. */
  sendingUntil: Date | null
  createdAt: Date
}

export interface WebhookDeliveriesTable {
  /** The header `webhook-id`, the same in each attempt. */
  id: string
  webhookId: string
  type: string
  promptId: string | null
  body: string
  state: (typeof deliveryStates)[number]
  attempts: Generated<number>
  nextAt: Date
  status: number | null
  milliseconds: number | null
  answer: string | null
  createdAt: Date
}
