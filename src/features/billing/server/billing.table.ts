import type { Generated } from 'kysely'
import type { SubscriptionStatus } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    /** `attempt` is the number of the user's current or next attempt to subscribe. */
    billingCustomers: { userId: string; side: string; customerId: string; attempt: Generated<number> }
    billingSubscriptions: BillingSubscriptionsTable
    billingInvoices: BillingInvoicesTable
    billingEvents: BillingEventsTable
    /** Hashes of the Stripe keys that this site has used, each with its payment account. */
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
  /** How much of the amount was refunded or withdrawn by disputes. */
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

/** Events that webhooks reported. Each names the object at the provider that must be read again. */
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

/**
 * The reconciliation of each payment account: the list that it is reading, the last id that it has read in that list
 * (`after`), and the time of its last progress (`movedAt`).
 */
export interface BillingWalksTable {
  side: string
  since: Date
  list: string
  after: string | null
  isDone: boolean
  movedAt: Date
}
