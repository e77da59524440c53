import type { Generated } from 'kysely'
import type { SubscriptionStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    billing_customers: { user_id: string; customer_id: string; attempt: Generated<number> }
    billing_subscriptions: BillingSubscriptionsTable
    billing_invoices: BillingInvoicesTable
    billing_events: BillingEventsTable
  }
}

export interface BillingSubscriptionsTable {
  user_id: string
  id: string
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
  credits_taken: Generated<number>
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
