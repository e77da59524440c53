import { z } from 'zod'
import { aiVendors } from '#features/models/rules.ts'
import { isSelfHosted, type VendorSetting, vendorFacts } from '#features/models/vendor-rules.ts'
import { isLocalUrl, localHosts } from '#platform/local-hosts.ts'
import { about } from './setting-kinds.ts'

export const paymentSettings = {
  PAYMENTS: z
    .enum(['sandbox', 'stripe', 'off'], { error: 'must be sandbox, stripe or off' })
    .optional()
    .meta(
      about(
        '`stripe`, `sandbox` or `off`. If unset: Stripe if its key is set; otherwise the sandbox if no key of a paid',
        'vendor above is set and `PUBLIC_URL` is local, or unset with a local `HOST`; otherwise off.',
      ),
    ),
  PAYMENTS_SANDBOX_UNSAFE: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .default('0')
    .meta(
      about(
        '`1` lets `PAYMENTS=sandbox` start with the key of a paid vendor or a public `PUBLIC_URL`, and allows the sandbox',
        'on a `HOST` that is open to the network. Anybody can then pay for real answers with test cards.',
      ),
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe, sk_…')
    .optional()
    .meta(about('Your secret key at Stripe. The three settings below are needed with it.')),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key of Stripe, pk_…')
    .optional()
    .meta(about('Your publishable key, for the card form on /subscription.')),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+(, *whsec_\S+)?$/, 'must be a signing secret of Stripe, whsec_…, or two, separated by a comma')
    .optional()
    .meta(
      about(
        'The signing secret of the webhook endpoint `{PUBLIC_URL}/api/webhooks/stripe`. While you replace it, set the old',
        'and the new one, separated by a comma.',
      ),
    ),
  STRIPE_PRICE_ID: z
    .string()
    .regex(/^price_\w+$/, 'must be the id of a price at Stripe, price_…')
    .optional()
    .meta(about('The monthly price of Premium at Stripe.')),
}

type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>> & {
  HOST: string
  PUBLIC_URL?: string
  OPENROUTER_API_KEY?: string
} & {
  [Name in `${VendorSetting}_${'API_KEY' | 'BASE_URL'}`]?: string
}

/**
 * Decides who takes payments. If PAYMENTS is unset: Stripe if its key is set; otherwise the sandbox, unless test cards
 * could cost the operator money.
 */
export function paymentMode(settings: PaymentSettings): 'sandbox' | 'stripe' | 'off' {
  if (settings.PAYMENTS) return settings.PAYMENTS
  if (settings.STRIPE_SECRET_KEY) return 'stripe'
  return riskOfSandbox(settings) === null ? 'sandbox' : 'off'
}

/** What a starting server prints about an unsafe sandbox or disabled payments. Null if there is nothing to say. */
export function paymentNotice(settings: PaymentSettings): string | null {
  const risk = riskOfSandbox({ ...settings, PAYMENTS_SANDBOX_UNSAFE: '0' })
  if (risk === null) return null
  if (paymentMode(settings) === 'sandbox')
    return `Test cards buy Premium here: PAYMENTS_SANDBOX_UNSAFE=1 is set, and ${risk}.`
  if (settings.PAYMENTS || settings.STRIPE_SECRET_KEY) return null
  return `Payments are off: ${risk}. To take payments, set the Stripe keys; to test, set PAYMENTS=sandbox and PAYMENTS_SANDBOX_UNSAFE=1.`
}

/** Returns a sentence that says what is wrong with the payment settings, or null if they are valid. */
export function findPaymentProblem(settings: PaymentSettings): string | null {
  const mode = paymentMode(settings)
  if (mode === 'sandbox' && settings.PAYMENTS_SANDBOX_UNSAFE !== '1') {
    const risk = riskOfSandbox(settings)
    if (risk)
      return `PAYMENTS=sandbox accepts test cards, and ${risk}. If this is a test, set PAYMENTS_SANDBOX_UNSAFE=1`
  }
  if (mode !== 'stripe') return null
  const missing = (
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const
  ).find((name) => !settings[name])
  return missing ? `${missing} is needed to take payments with Stripe (PAYMENTS=off turns them off)` : null
}

/**
 * Says why test cards could cost the operator money: credits pay for paid models, or the site is public or open to the
 * network. With PAYMENTS_SANDBOX_UNSAFE=1, a site without PUBLIC_URL may be open. Returns null if test cards can't.
 */
function riskOfSandbox(settings: PaymentSettings): string | null {
  const paidVendor = aiVendors.find((vendor) => {
    const { setting } = vendorFacts[vendor]
    return settings[`${setting}_API_KEY`] && !(isSelfHosted(vendor) && isLocal(settings[`${setting}_BASE_URL`]))
  })
  const keyName = paidVendor
    ? (`${vendorFacts[paidVendor].setting}_API_KEY` as const)
    : settings.OPENROUTER_API_KEY && 'OPENROUTER_API_KEY'
  if (keyName) return `${keyName} is set, so you would pay for what test cards buy`
  if (settings.PUBLIC_URL)
    return isLocal(settings.PUBLIC_URL) ? null : 'PUBLIC_URL is public, so anybody could get Premium for free'
  if (localHosts.has(settings.HOST) || settings.PAYMENTS_SANDBOX_UNSAFE === '1') return null
  return `HOST=${settings.HOST} opens the site to the network and PUBLIC_URL is unset, so anybody there could get Premium for free`
}

function isLocal(url: string | undefined): boolean {
  return url !== undefined && isLocalUrl(url)
}
