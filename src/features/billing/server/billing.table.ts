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
  /** The part of the amount that was refunded or is disputed. */
  amountReturned: Generated<number>
  /** How many credits belong to that part, and are to be taken back. */
  creditsDue: Generated<number>
  /** How many of them were taken back, as of `returnedReading`. Those taken later are recorded only in the grant. */
  creditsTaken: Generated<number>
  /** The number of the last reading of refunds and disputes. `reading` is that of the last reading of the invoice. */
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
