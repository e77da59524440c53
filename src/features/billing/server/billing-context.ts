import type Stripe from 'stripe'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import { t } from '#lib/texts.ts'
import type { Platform } from '#platform/api.ts'
import { AppError } from '#platform/errors.ts'
import { toAppError } from './stripe.ts'

/** The payment provider and the site's account there. */
export type Payments = {
  provider: 'stripe' | 'sandbox'
  /**
   * The payment account whose customers, subscriptions and invoices count: `sandbox`, or Stripe's mode and account
   * (`live:acct_…`).
   */
  account: string
  publishableKey: string
  priceId: string
  /** The secrets that webhooks may be signed with. There are two while one replaces the other. */
  webhookSecrets: string[]
  connect: () => Promise<Stripe>
}

/** What this feature depends on. */
export type Billing = Pick<Platform, 'db' | 'now' | 'limits' | 'jobs'> & {
  payments: Payments
  credits: CreditContext
  /** The site's origin as browsers see it. */
  origin: () => string
  /** Tells whether a language model is available here, so that the credits of Premium can be spent. */
  canSpendCredits: () => boolean
}

const noModel = () =>
  t('Premium can’t be bought yet: no language model is set up on this site, so you couldn’t spend its credits.')

/**
 * Returns why Premium isn't for sale, or null if it is. Without a language model its credits couldn't be spent. In the
 * sandbox it is always for sale, because no money moves there.
 */
export function whyClosed({ payments, canSpendCredits }: Pick<Billing, 'payments' | 'canSpendCredits'>): string | null {
  return payments.provider === 'sandbox' || canSpendCredits() ? null : noModel()
}

/** Refuses to sell Premium while it isn't for sale. Throws AppError conflict with the reason. */
export function requirePremiumForSale(billing: Billing): void {
  const reason = whyClosed(billing)
  if (reason) throw new AppError('conflict', t('{reason} Nothing was charged.', { reason }))
}

/**
 * Calls the payment provider. Throws AppError card_declined, provider_unavailable, validation_failed or conflict, and
 * any other error of Stripe's client unchanged, such as the one that `isMissing` recognizes.
 */
export async function callProvider<Result>(
  { payments }: Pick<Billing, 'payments'>,
  call: (stripe: Stripe) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(await payments.connect())
  } catch (error) {
    throw toAppError(error)
  }
}

export function paymentsOffError(): AppError {
  return new AppError(
    'provider_unavailable',
    t('Premium can’t be bought on this site. The free plan covers everything else.'),
    { retryAfter: 3600 },
  )
}
