/** What the operator has configured that a visitor may consent to: keys that are public, and where the scripts are. */
export type OptionalServices = {
  /** Google's tag: measurement id, and the address that serves it. */
  analytics?: { id: string; url: string }
  /** Trustpilot: the id of the business, and the address that serves the widget. */
  reviews?: { key: string; url: string }
}

export const googleTagUrl = 'https://www.googletagmanager.com'
export const trustpilotUrl = 'https://widget.trustpilot.com'

/** Where Google's tag sends what it counts. */
const googleCollects = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
]

/** What the pages' policy must allow besides for these services; nothing where none is configured. */
export function servicePolicy({ analytics, reviews }: OptionalServices = {}): Record<string, string[]> {
  const collects = analytics?.url === googleTagUrl ? googleCollects : []
  return {
    ...((analytics || reviews) && {
      'script-src': [analytics?.url, reviews?.url].filter((url) => url !== undefined),
    }),
    ...(analytics && { 'connect-src': [analytics.url, ...collects], 'img-src': [analytics.url, ...collects] }),
    ...(reviews && { 'frame-src': [reviews.url] }),
  }
}
