/**
 * The services that the operator has configured and that visitors may consent to, with their public keys and the URLs
 * of their scripts.
 */
export type OptionalServices = {
  /** Google's tag: the measurement id, and the URL from which the tag is loaded. */
  analytics?: { id: string; url: string }
  /** Trustpilot: the id of the business, and the URL from which the widget is loaded. */
  reviews?: { key: string; url: string }
}

export const googleTagUrl = 'https://www.googletagmanager.com'
export const trustpilotUrl = 'https://widget.trustpilot.com'

/** The URLs to which Google's tag sends its data. A tag from another URL may send data only to that URL. */
const googleDataUrls = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/** Returns the additional sources that the Content-Security-Policy of pages must allow for these services. */
export function servicePolicy({ analytics, reviews }: OptionalServices = {}): Record<string, string[]> {
  const dataUrls = analytics?.url === googleTagUrl ? googleDataUrls : []
  return {
    ...((analytics || reviews) && {
      'script-src': [analytics?.url, reviews?.url].filter((url) => url !== undefined),
    }),
    ...(analytics && { 'connect-src': [analytics.url, ...dataUrls], 'img-src': [analytics.url, ...dataUrls] }),
    ...(reviews && { 'frame-src': [reviews.url] }),
  }
}
