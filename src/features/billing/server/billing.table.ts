import type { Generated } from 'kysely'
import type { SubscriptionStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    billing_customers: { user_id: string; side: string; customer_id: string; attempt: Generated<number> }
    billing_subscriptions: BillingSubscriptionsTable
    billing_invoices: BillingInvoicesTable
    billing_events: BillingEventsTable
    billing_keys: { key_hash: Buffer; side: string; first_used_at: Date }
    billing_walks: BillingWalksTable
  }
}

export interface BillingSubscriptionsTable {
  user_id: string
  id: string
  side: string
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  period_end: Date
  payment_method: string | null
  reading: number
  read_at: Date
  created_at: Date
}

export interface BillingInvoicesTable {
  user_id: string
  id: string
  side: string
  subscription_id: string
  number: string | null
  status: string
  amount: number
  currency: string
  period_start: Date
  period_end: Date
  created_at: Date
  receipt_url: string | null
  reading: number
  amount_returned: Generated<number>
  credits_due: Generated<number>
  /** As of the last reading. The lot knows what was taken since. */
  credits_taken: Generated<number>
  returned_reading: Generated<number>
}

export interface BillingEventsTable {
  id: string
  type: string
  object_kind: string
  object_id: string
  received_at: Date
  processed_at: Date | null
  attempts: Generated<number>
  last_error: string | null
}

export interface BillingWalksTable {
  side: string
  since: Date
  list: string
  after: string | null
  is_done: boolean
  moved_at: Date
}
