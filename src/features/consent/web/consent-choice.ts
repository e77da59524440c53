import {
  consentCookieDays,
  cookieDomains,
  everything,
  nothingOptional,
  optionsOf,
  type Switches,
  trackingCookies,
} from '../choice-rules.ts'
import { type ConsentOptions, type ConsentRecord, consentCookie } from '../record-rules.ts'
import { storeConsent } from './consent-store.ts'

/** Tells whether the browser sends Global Privacy Control, which means that personal data may not be sold or shared. */
export function hasPrivacySignal(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/**
 * Stores the state of the switches, and deletes the tracking cookies that they don't allow. “Accept Necessary” calls
 * this function.
 */
export function saveChoice(switches: Switches): void {
  const options = optionsOf(switches, hasPrivacySignal())
  const record: ConsentRecord = { consented: true, options, timestamp: Date.now() }
  const text = JSON.stringify(record)
  writeCookie(`${consentCookie}=${encodeURIComponent(text)}`, consentCookieDays * 86_400)
  storeConsent(text)
  deleteTrackingCookies(options)
}

/**
 * Turns all switches on (“Accept All”) or off (“Decline”, or closing the banner without an earlier choice), and stores
 * that. The banner's Analytics switch doesn't call this function, because it changes more than analytics.
 */
export function setAnalyticsConsent(granted: boolean): void {
  saveChoice(granted ? everything : nothingOptional)
}

/** Revokes the choice. Deletes the record, its cookie, and tracking cookies on this host and its parent domains. */
export function revokeConsent(): void {
  writeCookie(`${consentCookie}=`, 0)
  storeConsent(null)
  deleteTrackingCookies()
}

/**
 * Deletes tracking cookies that these options don't allow. Call it after services have been notified of the change,
 * because they might otherwise set the cookies again.
 */
function deleteTrackingCookies(options?: ConsentOptions): void {
  for (const name of trackingCookies(document.cookie, options)) {
    for (const domain of cookieDomains(location.hostname)) writeCookie(`${name}=`, 0, domain)
  }
}

function writeCookie(pair: string, maxAge: number, domain = ''): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const scope = domain && `; Domain=${domain}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers.
  document.cookie = `${pair}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}${scope}`
}
