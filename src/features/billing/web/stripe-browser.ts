import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

let loading: Promise<Stripe | null> | undefined

/** Stripe's script, loaded when a card is about to be entered and not before. Throws when it can't be had. */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  loading ??= loadStripe(publishableKey)
  const stripe = await loading.catch(() => null)
  if (stripe) return stripe
  loading = undefined
  throw new Error('The card form could not be loaded. Check your connection and any blocker, then try again.')
}
