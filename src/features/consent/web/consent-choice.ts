import {
  consentCookieDays,
  cookieDomains,
  everything,
  nothingOptional,
  optionsOf,
  type Toggles,
  trackingCookies,
} from '../choice-rules.ts'
import type { ConsentOptions, ConsentRecord } from '../record-rules.ts'
import { keepConsent } from './consent-store.ts'

const cookieName = 'cookie-consent'

/** Whether the browser says by Global Privacy Control that personal data may not be sold or shared. */
export function hasPrivacySignal(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Keeps what the switches say ("Accept Necessary"); cookies of what they refuse go. */
export function saveChoice(toggles: Toggles): void {
  const options = optionsOf(toggles, hasPrivacySignal())
  const record: ConsentRecord = { consented: true, options, timestamp: Date.now() }
  const text = JSON.stringify(record)
  writeCookie(`${cookieName}=${encodeURIComponent(text)}`, consentCookieDays * 86_400)
  keepConsent(text)
  dropTracking(options)
}

/**
 * Granting analytics grants all consent, otherwise all that is optional is denied: for "Accept All" and
 * "Decline", never for the banner's own Analytics switch.
 */
export function setAnalyticsConsent(granted: boolean): void {
  saveChoice(granted ? everything : nothingOptional)
}

/** Takes the choice back: the record and its mirror go, and so do tracking cookies on this host and its parents. */
export function revokeConsent(): void {
  writeCookie(`${cookieName}=`, 0)
  keepConsent(null)
  dropTracking()
}

/** Only after services have heard of the choice: they write no more then. */
function dropTracking(options?: ConsentOptions): void {
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
