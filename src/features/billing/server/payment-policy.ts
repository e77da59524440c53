/** The sources that a page with Stripe's card form needs (docs.stripe.com/security/guide, "Content Security Policy"). */
const stripeSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'img-src': ['https://*.stripe.com'],
}

/**
 * Returns the sources that the page at `path` needs for payments, for each directive of its Content-Security-Policy.
 * Without Stripe, it needs none.
 */
export function paymentPolicy(provider: 'stripe' | 'sandbox' | undefined, path: string): Record<string, string[]> {
  return provider === 'stripe' && /^\/subscription(\/|$)/.test(path) ? stripeSources : {}
}
