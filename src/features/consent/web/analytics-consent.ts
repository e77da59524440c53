import { onConsentChange, storedConsent } from './consent-store.ts'

/**
 * How long the answer to "may this be counted" is cached, in ms. A new choice takes effect at once.
 */
const cachedMs = 5 * 60_000

let known: { granted: boolean; at: number } | undefined

/** Tells whether analytics is consented to. */
export function analyticsGranted(): boolean {
  const now = Date.now()
  if (!known || now - known.at >= cachedMs) {
    known = { granted: storedConsent()?.options.analytics_storage === true, at: now }
  }
  return known.granted
}

/** Applies new choices at once. Returns the function that stops it. */
export function watchAnalyticsConsent(): () => void {
  return onConsentChange(() => {
    known = undefined
  })
}
