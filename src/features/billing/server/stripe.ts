import type Stripe from 'stripe'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { AppError, invalidField } from '#platform/errors.ts'

/** How to reach the payment provider, which is Stripe or the sandbox at another host. */
export type StripeAccess = {
  secretKey: string
  host?: { host: string; port: number; protocol: 'http' | 'https' }
}

/**
 * Loads Stripe's package on first use. Creates a client that repeats a request up to twice if the connection fails or
 * Stripe reports a conflict (409) or an error of its own (500 and above).
 */
export async function connectStripe({ secretKey, host }: StripeAccess): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  return new Client(secretKey, { maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...host })
}

/**
 * Returns a webhook's event if one of the secrets signed this body within the last 300 s. Throws AppError
 * invalid_signature.
 */
export function readEvent(
  stripe: Stripe,
  body: string,
  signature: string | undefined,
  secrets: string[],
): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature ?? '', secret, 300)
    } catch (error) {
      if ((error as { type?: string }).type !== 'StripeSignatureVerificationError') throw error
    }
  }
  throw new AppError('invalid_signature', t('The signature does not match this body.'))
}

const declineMessages: Record<string, Message> = {
  insufficient_funds: msg('The card has insufficient funds. Use another card.'),
  expired_card: msg('The card has expired. Use another card.'),
}

/** The codes with which Stripe refuses a payment that the bank wants the cardholder to confirm. */
const confirmationCodes = new Set(['invoice_payment_intent_requires_action', 'authentication_required'])

/** Returns the error for a declined card. */
export function cardDeclinedError(declineCode = ''): AppError {
  if (confirmationCodes.has(declineCode)) {
    const message = t(
      'Your bank wants you to confirm this payment. Nothing was charged. Use another card, or pay a renewal with “Card and receipts”.',
    )
    return new AppError('card_declined', message)
  }
  const reason = declineMessages[declineCode]
  return new AppError(
    'card_declined',
    reason ? translate(reason) : t('The card was declined. Nothing was charged; use another card.'),
  )
}

const unavailableErrors = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
])

/**
 * Tells whether an error means that an object doesn't exist at the provider: it was deleted, belongs to another
 * account, or never existed.
 */
export function isMissing(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === 'resource_missing'
}

/** Converts the expected errors of Stripe's client to AppErrors. Returns all other errors unchanged. */
export function toAppError(error: unknown): unknown {
  const { type, code, param, decline_code } = Object(error) as Partial<Stripe.errors.StripeError>
  if (type === 'StripeCardError') {
    return cardDeclinedError(code !== undefined && confirmationCodes.has(code) ? code : (decline_code ?? code))
  }
  if (type === 'StripeInvalidRequestError' && code === 'resource_missing' && /payment_method/.test(param ?? '')) {
    return invalidField('paymentMethodId', t('This card is unknown. Choose it again.'))
  }
  if (type === 'StripeIdempotencyError') {
    return new AppError('conflict', t('Another attempt with another card is running. Wait a moment, then try again.'), {
      cause: error,
    })
  }
  if (type !== undefined && unavailableErrors.has(type)) {
    const message = t('The payment provider can’t be reached. Try again soon. You won’t be charged twice.')
    return new AppError('provider_unavailable', message, { retryAfter: 30, cause: error })
  }
  return error
}
