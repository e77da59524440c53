import { onConsentChange, storedConsent } from './consent-store.ts'

/** How long the consent to analytics is cached, in ms, unless `watchAnalyticsConsent` notices a new choice. */
const cacheMs = 5 * 60_000

let cached: { granted: boolean; at: number } | undefined

/** Tells whether the visitor consents to analytics. */
export function isAnalyticsGranted(): boolean {
  const now = Date.now()
  if (!cached || now - cached.at >= cacheMs) {
    cached = { granted: storedConsent()?.options.analytics_storage === true, at: now }
  }
  return cached.granted
}

/** Makes new choices take effect immediately. Returns a function that stops this. */
export function watchAnalyticsConsent(): () => void {
  return onConsentChange(() => {
    cached = undefined
  })
}
