import { t } from '#lib/texts.ts'
import { notFound } from '#platform/errors.ts'
import type { Plans } from '../contract.ts'
import { type Billing, callProvider, requirePremiumForSale, whyClosed } from './billing-context.ts'
import { findOrCreateCustomer } from './find-customer.ts'

/**
 * How often a member may begin to set up a card per hour. Stripe checks the card without asking this site again, so this
 * is also how many stolen cards an account can test.
 */
export const setupsPerHour = { name: 'card-setup', points: 20, seconds: 3600 }

/**
 * Begins setting up a card for later charges. Throws AppError conflict (Premium isn't for sale), provider_unavailable or
 * rate_limited.
 */
export async function preparePayment(billing: Billing, userId: string) {
  requirePremiumForSale(billing)
  await billing.limits.take(setupsPerHour, userId)
  const { customerId } = await findOrCreateCustomer(billing, userId)
  const { provider, publishableKey } = billing.payments
  const { client_secret } = await callProvider(billing, (stripe) =>
    stripe.setupIntents.create({ customer: customerId, usage: 'off_session', metadata: { userId } }),
  )
  return { clientSecret: client_secret ?? '', publishableKey, provider }
}

/**
 * Returns the URL of Stripe's pages where the user changes the card and finds receipts. Throws AppError not_found (in
 * the sandbox) or provider_unavailable.
 */
export async function openPortal(billing: Billing, userId: string): Promise<{ url: string }> {
  if (billing.payments.provider !== 'stripe') throw notFound(t('The customer portal'))
  const { customerId } = await findOrCreateCustomer(billing, userId)
  const returnUrl = new URL('/subscription', billing.origin()).href
  const { url } = await callProvider(billing, (stripe) =>
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
  )
  return { url }
}

/** How long the price is cached, in ms. It rarely changes, and asking the provider for each visitor would be slow. */
const priceCachedMs = 10 * 60_000

/** Returns a function that reads the price of Premium, which it caches, and whether Premium is for sale now. */
export function createPlansReader(billing: Billing): () => Promise<Plans> {
  const { payments, now } = billing
  let cached: { price: Omit<Plans['premium'], 'closed'>; until: number } | undefined
  return async () => {
    if (!cached || cached.until <= now().getTime()) {
      const price = await callProvider(billing, (stripe) => stripe.prices.retrieve(payments.priceId))
      const { unit_amount, currency, recurring } = price
      cached = {
        price: { amount: unit_amount ?? 0, currency, interval: recurring?.interval ?? 'month' },
        until: now().getTime() + priceCachedMs,
      }
    }
    return { provider: payments.provider, premium: { ...cached.price, closed: whyClosed(billing) } }
  }
}
