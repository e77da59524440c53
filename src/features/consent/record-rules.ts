/** The options that a visitor can consent to, named as in Google's Consent Mode v2. */
export const consentOptions = [
  'analytics_storage',
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'personalization_storage',
  'functionality_storage',
  'security_storage',
] as const

export type ConsentOptions = Record<(typeof consentOptions)[number], boolean>

/**
 * A visitor's choice. `consented` means that the visitor made a choice, even if it was to decline. `timestamp` is the
 * time of the choice, in ms since 1970.
 */
export type ConsentRecord = { consented: boolean; options: ConsentOptions; timestamp: number }

/** The name of the cookie that mirrors the choice. */
export const consentCookie = 'cookie-consent'

/** A choice is valid for this many hours (90 days). After that the banner appears again. */
export const consentValidHours = 2160

/**
 * Parses a stored record. Returns null if there is none, it is invalid, or its time is more than 90 days in the past or
 * future.
 */
export function readRecord(text: string | null, now: number): ConsentRecord | null {
  try {
    const record: ConsentRecord | null = JSON.parse(text ?? 'null')
    return record?.consented === true &&
      // A time in the future comes from a wrong clock. It must not keep a choice valid for years.
      Math.abs(now - record.timestamp) <= consentValidHours * 3_600_000 &&
      consentOptions.every((name) => typeof record.options[name] === 'boolean')
      ? record
      : null
  } catch {
    return null
  }
}
