import { type ConsentOptions, consentOptions } from '../record-rules.ts'
import type { OptionalServices } from '../services-rules.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Adds its arguments to Google's queue, which accepts `arguments` objects but not arrays. */
function gtag(..._: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above.
  window.dataLayer.push(arguments)
}

/**
 * Loads Google's tag with Consent Mode v2 (developers.google.com/tag-platform/security/guides/consent), and denies
 * everything optional until `updateGoogleTag` is called. `isEea`: whether the visitor is treated as being in the
 * European Economic Area.
 */
export function loadGoogleTag({ id, url }: NonNullable<OptionalServices['analytics']>, isEea: boolean): void {
  gtag('consent', 'default', { ...consentSignals(), wait_for_update: 500 })
  gtag('set', 'ads_data_redaction', isEea)
  gtag('js', new Date())
  // The site itself sends page views, because the tag would send whole URLs, including search words.
  gtag('config', id, { send_page_view: false })
  const script = document.createElement('script')
  script.async = true
  script.src = `${url}/gtag/js?id=${encodeURIComponent(id)}`
  document.head.append(script)
}

/** Sends the current consent to the tag. Without consent to analytics, turns the tag off. */
export function updateGoogleTag(id: string, options?: ConsentOptions): void {
  Object.assign(window, { [`ga-disable-${id}`]: !options?.analytics_storage })
  gtag('consent', 'update', consentSignals(options))
}

/** Sends an event with its data through the tag. */
export function sendToGoogleTag(event: string, data: object): void {
  gtag('event', event, data)
}

/**
 * Returns the consent options in the form that Google's tag expects. Without options, everything optional is denied.
 */
function consentSignals(options?: ConsentOptions) {
  const isGranted = (name: (typeof consentOptions)[number]) =>
    options?.[name] ?? (name === 'functionality_storage' || name === 'security_storage')
  return Object.fromEntries(consentOptions.map((name) => [name, isGranted(name) ? 'granted' : 'denied']))
}
