/** What a visitor can say yes or no to, by the names of Google's Consent Mode v2. */
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

/** What a visitor chose, and when (ms). `consented` says that a choice was made, whichever (contract "Consent record"). */
export type ConsentRecord = { consented: boolean; options: ConsentOptions; timestamp: number }

/** The banner comes back when the choice is older than this, in hours: 90 days. */
export const askAgainAfterHours = 2160

/** The record in a stored text while it holds; null when there is none, it can't be read, or it is over 90 days old. */
export function readRecord(text: string | null, now: number): ConsentRecord | null {
  try {
    const record: ConsentRecord | null = JSON.parse(text ?? 'null')
    return record?.consented === true &&
      // A time to come is no choice that was made.
      Math.abs(now - record.timestamp) <= askAgainAfterHours * 3_600_000 &&
      consentOptions.every((name) => typeof record.options[name] === 'boolean')
      ? record
      : null
  } catch {
    return null
  }
}
