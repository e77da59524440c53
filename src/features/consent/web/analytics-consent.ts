import { onConsentChange, storedConsent } from './consent-store.ts'

/** The answer to "may this be counted" is kept for so long, in ms; a new choice counts at once. */
const cachedMs = 5 * 60_000

let known: { granted: boolean; at: number } | undefined

/** Whether analytics is consented to now. */
export function analyticsGranted(): boolean {
  const now = Date.now()
  if (!known || now - known.at >= cachedMs) {
    known = { granted: storedConsent()?.options.analytics_storage === true, at: now }
  }
  return known.granted
}

/** Lets a new choice count at once; gives the function that ends it. */
export function watchAnalyticsConsent(): () => void {
  return onConsentChange(() => {
    known = undefined
  })
}
