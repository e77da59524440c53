import type Stripe from 'stripe'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import type { Platform } from '#server/platform/api.ts'
import { AppError } from '#server/platform/errors.ts'
import { asRefusal } from './stripe.ts'

/** Who takes the money, and what the site has there. */
export type Payments = {
  provider: 'stripe' | 'sandbox'
  /** Whose customers, subscriptions and invoices count: `sandbox`, or Stripe's mode and account (`live:acct_…`). */
  side: string
  publishableKey: string
  priceId: string
  /** Two while one takes the place of the other. */
  webhookSecrets: string[]
  connect: () => Promise<Stripe>
}

/** What the verbs of this feature work with. */
export type Billing = Pick<Platform, 'db' | 'now' | 'limits' | 'jobs'> & {
  payments: Payments
  credits: CreditContext
  /** The site's address as browsers see it. */
  origin: () => string
}

/** Asks the payment provider. AppError card_declined, provider_unavailable, validation_failed, conflict. */
export async function ask<Answer>(
  { payments }: Pick<Billing, 'payments'>,
  question: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question(await payments.connect())
  } catch (error) {
    throw asRefusal(error)
  }
}

export function paymentsAreOff(): AppError {
  return new AppError('provider_unavailable', 'Payments are not configured on this server.', { retryAfter: 3600 })
}
