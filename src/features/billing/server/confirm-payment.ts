import { t } from '#lib/texts.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Subscription } from '../contract.ts'
import { type Billing, callProvider } from './billing-context.ts'
import { findCustomer } from './find-customer.ts'
import { readOwnSubscription } from './read-status.ts'
import { findSubscription } from './subscription-queries.ts'
import { idOf, syncSubscription } from './sync-subscription.ts'

/**
 * Confirms a payment in the sandbox, as the cardholder would on a bank's page. Stripe's own script does this in the
 * browser, so with Stripe this function always throws not_found. Throws AppError not_found, card_declined, conflict
 * (nothing to confirm) or provider_unavailable.
 */
export async function confirmPayment(billing: Billing, userId: string, clientSecret: string): Promise<Subscription> {
  if (billing.payments.provider !== 'sandbox') throw notFound(t('This step'))
  const [id = ''] = clientSecret.split('_secret_')
  const customer = await findCustomer(billing, userId)
  if (!customer || !/^pi_\w+$/.test(id)) throw notFound(t('This payment'))
  const intent = await callProvider(billing, (stripe) => stripe.paymentIntents.retrieve(id)).catch((error) => {
    throw (error as { code?: string }).code === 'resource_missing' ? notFound(t('This payment')) : error
  })
  const isOwn =
    intent.client_secret === clientSecret && intent.customer && idOf(intent.customer) === customer.customerId
  if (!isOwn) throw notFound(t('This payment'))
  if (intent.status === 'requires_action') await confirm(billing, id)
  else if (intent.status !== 'succeeded') throw nothingToConfirmError()
  const subscription = await findSubscription(billing.db, { userId, account: billing.payments.account })
  if (subscription) await syncSubscription(billing, subscription.id)
  return readOwnSubscription(billing, userId)
}

/** Confirms a payment, unless another request has confirmed it since it was read. */
async function confirm(billing: Billing, id: string): Promise<void> {
  try {
    await callProvider(billing, (stripe) => stripe.paymentIntents.confirm(id))
  } catch (error) {
    const { status } = await callProvider(billing, (stripe) => stripe.paymentIntents.retrieve(id))
    if (status === 'succeeded') return
    throw status === 'requires_action' || error instanceof AppError ? error : nothingToConfirmError()
  }
}

function nothingToConfirmError(): AppError {
  return new AppError('conflict', t('This payment needs no confirmation.'))
}
