import { type ConsentOptions, consentOptions } from '../record-rules.ts'
import type { OptionalServices } from '../services-rules.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Google's queue takes `arguments` objects and no arrays. */
function gtag(..._: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above.
  window.dataLayer.push(arguments)
}

/**
 * Loads Google's tag by Consent Mode v2 (developers.google.com/tag-platform/security/guides/consent): everything is
 * denied before the script is asked for, then what was consented to is granted.
 */
export function loadGoogleTag({ id, url }: NonNullable<OptionalServices['analytics']>, isEea: boolean): void {
  gtag('consent', 'default', { ...signals(), wait_for_update: 500 })
  gtag('set', 'ads_data_redaction', isEea)
  gtag('js', new Date())
  // Pages tell of themselves: the tag would send whole addresses, with the words of searches.
  gtag('config', id, { send_page_view: false })
  const script = document.createElement('script')
  script.async = true
  script.src = `${url}/gtag/js?id=${encodeURIComponent(id)}`
  document.head.append(script)
}

/** Tells the tag what is consented to now; without analytics it is switched off. */
export function updateGoogleTag(id: string, options?: ConsentOptions): void {
  Object.assign(window, { [`ga-disable-${id}`]: !options?.analytics_storage })
  gtag('consent', 'update', signals(options))
}

/** Sends an event. */
export function sendToGoogleTag(event: string, data: object): void {
  gtag('event', event, data)
}

function signals(options?: ConsentOptions) {
  const granted = (name: (typeof consentOptions)[number]) =>
    options?.[name] ?? (name === 'functionality_storage' || name === 'security_storage')
  return Object.fromEntries(consentOptions.map((name) => [name, granted(name) ? 'granted' : 'denied']))
}
