import type { ConsentOptions } from './record-rules.ts'

/** The three switches that a visitor has; storage that the site needs to work is always on. */
export type Toggles = { analytics: boolean; advertising: boolean; personalization: boolean }

export const nothingOptional: Toggles = { analytics: false, advertising: false, personalization: false }
export const everything: Toggles = { analytics: true, advertising: true, personalization: true }

/** How long the cookie that mirrors the record lasts, in days. */
export const consentCookieDays = 365

/**
 * The options that the switches stand for: advertising sets both uses of personal data with it. `privacySignal` is the
 * browser's Global Privacy Control: it keeps advertising off whatever was pressed.
 */
export function optionsOf(
  { analytics, advertising, personalization }: Toggles,
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

/** The switches as a record has them. */
export function togglesOf(options: ConsentOptions): Toggles {
  return {
    analytics: options.analytics_storage,
    advertising: options.ad_storage,
    personalization: options.personalization_storage,
  }
}

/** Tracking cookies by the option that allows them. */
const trackingCookie = { analytics_storage: /^(_ga($|_)|_gid$|_gat)/, ad_storage: /^(_fbp$|_fbc$|_gcl_)/ }

/** The names of tracking cookies that these options don't allow, in what a page sees of its cookies (`a=1; b=2`). */
export function trackingCookies(cookies: string, options?: ConsentOptions): string[] {
  const refused = Object.entries(trackingCookie).filter(([option]) => !options?.[option as keyof ConsentOptions])
  return cookies
    .split(';')
    .map((cookie) => cookie.split('=')[0]?.trim() ?? '')
    .filter((name) => refused.some(([, pattern]) => pattern.test(name)))
}

/** The domains that a cookie seen on this host may have been set for: none (the host alone), the host, its parents. */
export function cookieDomains(host: string): string[] {
  const isName = /[a-z]/i.test(host) && !host.includes(':')
  const parts = isName ? host.split('.') : []
  const parents = parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))
  return ['', ...parents]
}
