import { notFound } from '#server/platform/errors.ts'
import type { Plans } from '../contract.ts'
import { ask, type Billing } from './billing-context.ts'
import { findOrCreateCustomer } from './find-customer.ts'

/** Begins to set up a card for later charges; nothing is charged by this. */
export async function preparePayment(billing: Billing, userId: string) {
  const { customerId } = await findOrCreateCustomer(billing, userId)
  const { provider, publishableKey } = billing.payments
  const { client_secret } = await ask(billing, (stripe) =>
    stripe.setupIntents.create({ customer: customerId, usage: 'off_session', metadata: { userId } }),
  )
  return { clientSecret: client_secret ?? '', publishableKey, provider }
}

/** Stripe's own pages, where one changes the card and finds receipts. AppError not_found in the sandbox. */
export async function openPortal(billing: Billing, userId: string): Promise<{ url: string }> {
  if (billing.payments.provider !== 'stripe') throw notFound('The customer portal')
  const { customerId } = await findOrCreateCustomer(billing, userId)
  const back = new URL('/subscription', billing.origin()).href
  const { url } = await ask(billing, (stripe) =>
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: back }),
  )
  return { url }
}

/** A price changes seldom, and a provider that is asked for each visitor answers slowly. In ms. */
const priceKeptMs = 10 * 60_000

/** Reads what Premium costs, and keeps it for a while. */
export function createPriceReader({ payments, now }: Pick<Billing, 'payments' | 'now'>): () => Promise<Plans> {
  let kept: { plans: Plans; until: number } | undefined
  return async () => {
    if (kept && kept.until > now().getTime()) return kept.plans
    const price = await ask({ payments }, (stripe) => stripe.prices.retrieve(payments.priceId))
    const { unit_amount, currency, recurring } = price
    const premium = { amount: unit_amount ?? 0, currency, interval: recurring?.interval ?? 'month' }
    kept = { plans: { provider: payments.provider, premium }, until: now().getTime() + priceKeptMs }
    return kept.plans
  }
}
