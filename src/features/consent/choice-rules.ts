import { t } from '#lib/texts.ts'
import type { ConsentOptions } from './record-rules.ts'

/** The switches for optional storage, and their labels. Storage that the site needs in order to work is always on. */
export const switchLabels = {
  get analytics() {
    return t('Analytics')
  },
  get advertising() {
    return t('Advertising')
  },
  get personalization() {
    return t('Personalization')
  },
} as const

export type SwitchName = keyof typeof switchLabels
export type Switches = Record<SwitchName, boolean>
export const switchNames = Object.keys(switchLabels) as SwitchName[]

const allSetTo = (value: boolean) => Object.fromEntries(switchNames.map((name) => [name, value])) as Switches
export const nothingOptional = allSetTo(false)
export const everything = allSetTo(true)

/** The lifetime in days of the cookie that mirrors the consent record. */
export const consentCookieDays = 365

/**
 * Returns the consent options for the switches. Advertising includes `ad_user_data` and `ad_personalization`.
 * `privacySignal` is the browser's Global Privacy Control, which always turns advertising off.
 */
export function optionsOf(
  { analytics, advertising, personalization }: Switches,
  privacySignal: boolean,
): ConsentOptions {
  const ads = advertising && !privacySignal
  return {
    analytics_storage: analytics,
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    personalization_storage: personalization,
    functionality_storage: true,
    security_storage: true,
  }
}

/** Returns the switches that correspond to these options. */
export function switchesOf(options: ConsentOptions): Switches {
  return {
    analytics: options.analytics_storage,
    advertising: options.ad_storage,
    personalization: options.personalization_storage,
  }
}

/** Patterns for the names of tracking cookies, by the option that allows them. */
const trackingPatterns = { analytics_storage: /^(_ga($|_)|_gid$|_gat)/, ad_storage: /^(_fbp$|_fbc$|_gcl_)/ }

/**
 * Returns the names of the tracking cookies that these options don't allow, or of all if there are no options.
 * `cookies` has the format of a Cookie header (`a=1; b=2`).
 */
export function trackingCookies(cookies: string, options?: ConsentOptions): string[] {
  const deniedPatterns = Object.entries(trackingPatterns).filter(
    ([option]) => !options?.[option as keyof ConsentOptions],
  )
  return cookies
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => deniedPatterns.some(([, pattern]) => pattern.test(name)))
}

/** How many characters a name in DNS has at most. */
const hostNameMax = 253

/**
 * Returns the domains for which a cookie on this host may have been set: an empty string (only this host) and, if the
 * host is a name with dots, that name and its parent domains.
 */
export function cookieDomains(host: string): string[] {
  const isHostName = host.length <= hostNameMax && /[a-z]/i.test(host) && !host.includes(':')
  const parts = isHostName ? host.split('.') : []
  const domains = parts.slice(0, -1).map((_, index) => parts.slice(index).join('.'))
  return ['', ...domains]
}
