import { paymentPolicy } from '#features/billing/server/payment-policy.ts'
import { captchaPolicy } from '#features/captcha/server/captcha-policy.ts'
import { type OptionalServices, servicePolicy } from '#features/consent/services-rules.ts'
import type { captchaKeys } from '../settings/settings.ts'
import type { PolicySources } from './page-headers.ts'

/**
 * Returns a function that lists the external sources, by directive of the Content-Security-Policy, that the page at a
 * path needs: those of the captcha, of payments, and of the optional services, such as analytics.
 */
export function pagePolicy(
  captcha: ReturnType<typeof captchaKeys>,
  optional?: OptionalServices,
  paymentProvider?: 'stripe' | 'sandbox',
) {
  const everywhere = servicePolicy(optional)
  return (path: string): PolicySources => {
    const sources = { ...everywhere }
    for (const more of [captcha ? captchaPolicy(captcha.provider, path) : {}, paymentPolicy(paymentProvider, path)]) {
      for (const [name, urls] of Object.entries(more)) sources[name] = [...(sources[name] ?? []), ...urls]
    }
    return sources
  }
}
