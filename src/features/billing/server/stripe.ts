import type Stripe from 'stripe'
import { AppError, invalidField } from '#server/platform/errors.ts'

/** How to reach the payment provider. The sandbox is one too: only the host differs. */
export type StripeAccess = {
  secretKey: string
  host?: { host: string; port: number; protocol: 'http' | 'https' }
}

/** Stripe's client, loaded with the first use. What fails for want of a connection is tried twice more by itself. */
export async function connectStripe({ secretKey, host }: StripeAccess): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  return new Client(secretKey, { maxNetworkRetries: 2, timeout: 20_000, telemetry: false, ...host })
}

/** A webhook's event, when one of the secrets signed these bytes in the last 300 s. AppError invalid_signature. */
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
  throw new AppError('invalid_signature', 'The signature does not fit this body.')
}

const declines: Record<string, string> = {
  insufficient_funds: 'The card has too little money on it. Use another card.',
  expired_card: 'The card has expired. Use another card.',
}

/** The card was declined, in words for its owner. */
export function cardDeclined(reason = ''): AppError {
  return new AppError(
    'card_declined',
    declines[reason] ?? 'The card was declined. Nothing was charged; use another card.',
  )
}

const away = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
])

/** Whether the provider has no such thing: it never did, it is another account's, or it was deleted there. */
export function isMissing(error: unknown): boolean {
  return (Object(error) as { code?: unknown }).code === 'resource_missing'
}

/** What Stripe's client threw, as an answer of ours; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  const { type, code, param, decline_code } = Object(error) as Partial<Stripe.errors.StripeError>
  if (type === 'StripeCardError') return cardDeclined(decline_code ?? code)
  if (type === 'StripeInvalidRequestError' && code === 'resource_missing' && /payment_method/.test(param ?? '')) {
    return invalidField('paymentMethodId', 'This card is not known. Choose it again.')
  }
  if (type === 'StripeIdempotencyError') {
    return new AppError('conflict', 'Another try with another card runs. Wait for it, then look again.', {
      cause: error,
    })
  }
  if (type !== undefined && away.has(type)) {
    const words = 'The payment provider can’t be reached. Nothing was changed that you don’t see here; try again soon.'
    return new AppError('provider_unavailable', words, { retryAfter: 30, cause: error })
  }
  return error
}
