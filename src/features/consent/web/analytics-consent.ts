import { onConsentChange, storedConsent } from './consent-store.ts'

/**
 * How long the consent to analytics is cached, in ms. A new choice takes effect at once.
 */
const cachedMs = 5 * 60_000

let cached: { granted: boolean; at: number } | undefined

/** Tells whether analytics is consented to. */
export function analyticsGranted(): boolean {
  const now = Date.now()
  if (!cached || now - cached.at >= cachedMs) {
    cached = { granted: storedConsent()?.options.analytics_storage === true, at: now }
  }
  return cached.granted
}

/** Applies new choices at once. Returns the function that stops it. */
export function watchAnalyticsConsent(): () => void {
  return onConsentChange(() => {
    cached = undefined
  })
}
