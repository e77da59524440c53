import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

let loading: Promise<Stripe | null> | undefined

/**
 * Loads Stripe's script just before the user enters a card. Throws an Error with a message for the user if it can't be
 * loaded.
 */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  loading ??= loadStripe(publishableKey)
  const stripe = await loading.catch(() => null)
  if (stripe) return stripe
  loading = undefined
  throw new Error('The card form could not be loaded. Check your connection and your ad blocker, then try again.')
}
