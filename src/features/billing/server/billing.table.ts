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

/** `side` is the payment account, and `reading` the number of the last reading from the provider. */
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
  /** How much of the amount was refunded or is disputed. */
  amountReturned: Generated<number>
  /** How many credits belong to that part of the amount, and must be taken back. */
  creditsDue: Generated<number>
  /**
   * How many of those credits were taken back when `returnedReading` was stored. Only the grant records what was taken
   * later.
   */
  creditsTaken: Generated<number>
  /**
   * The number of the last reading of refunds and disputes. `reading` is the number of the last reading of the invoice
   * itself.
   */
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

/** Reconciliations of payments, with the list that each is reading and its position there (reconcile-payments.ts). */
export interface BillingWalksTable {
  side: string
  since: Date
  list: string
  after: string | null
  isDone: boolean
  movedAt: Date
}
