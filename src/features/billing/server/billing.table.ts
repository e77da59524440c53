import type { Generated } from 'kysely'
import type { SubscriptionStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    billingCustomers: { userId: string; side: string; customerId: string; attempt: Generated<number> }
    billingSubscriptions: BillingSubscriptionsTable
    billingInvoices: BillingInvoicesTable
    billingEvents: BillingEventsTable
    billingKeys: { keyHash: Buffer; side: string; firstUsedAt: Date }
    billingWalks: BillingWalksTable
  }
}

export interface BillingSubscriptionsTable {
  userId: string
  id: string
  side: string
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  periodEnd: Date
  paymentMethod: string | null
  reading: number
  readAt: Date
  createdAt: Date
}

export interface BillingInvoicesTable {
  userId: string
  id: string
  side: string
  subscriptionId: string
  number: string | null
  status: string
  amount: number
  currency: string
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  receiptUrl: string | null
  reading: number
  amountReturned: Generated<number>
  creditsDue: Generated<number>
  /** As of the last reading. Credits taken since then are only in the credit grant. */
  creditsTaken: Generated<number>
  returnedReading: Generated<number>
}

export interface BillingEventsTable {
  id: string
  type: string
  objectKind: string
  objectId: string
  receivedAt: Date
  processedAt: Date | null
  attempts: Generated<number>
  lastError: string | null
}

/** Reconciliations: where each is in the lists that it reads (reconcile-payments.ts). */
export interface BillingWalksTable {
  side: string
  since: Date
  list: string
  after: string | null
  isDone: boolean
  movedAt: Date
}
