import { z } from 'zod'
import { type KeyedProvider, keyedProviders } from '#features/captcha/rules.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import { googleTagUrl, type OptionalServices, trustpilotUrl } from '#features/consent/services-rules.ts'
import { isAddress } from '#features/contact/rules.ts'
import { readModelList } from '#features/models/model-list-rules.ts'
import { aiVendors } from '#features/models/rules.ts'
import { findModelConflict, type ModelSettings } from '#features/models/server/vendor-settings.ts'
import { isSelfHosted, type VendorSetting, vendorFacts } from '#features/models/vendor-rules.ts'
import { aboutField } from '#lib/plain-messages.ts'
import { trustedProxies } from './client-address.ts'
import { localHosts } from './local-hosts.ts'
import { findPaymentProblem, paymentSettings } from './payment-mode.ts'
import { findOverridden } from './platform/session-settings.ts'
import { StartError } from './start-error.ts'

const Address = z.url({ protocol: /^https?$/, error: 'must be a full address such as https://prompts.example.org' })

/** An address that is only an origin. Anything after it would be silently ignored. */
const Origin = Address.refine((url) => !URL.canParse(url) || isOrigin(new URL(url)), {
  error: 'must be an origin without a path, such as https://prompts.example.org',
}).transform((url) => new URL(url).origin)

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !search && !hash && !username && !password
}

const Key = z.string().min(8, 'must be at least 8 characters long').optional()
const Models = z
  .string()
  .superRefine((text, context) => {
    const read = readModelList(text)
    if ('refusal' in read) context.addIssue({ code: 'custom', message: read.refusal })
  })
  .optional()

/** Three settings for each vendor of language models, such as OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODELS. */
type VendorSettings = { [Name in `${VendorSetting}_API_KEY`]: typeof Key } & {
  [Name in `${VendorSetting}_BASE_URL`]: z.ZodOptional<typeof Address>
} & { [Name in `${VendorSetting}_MODELS`]: typeof Models }

const vendorSettings = Object.fromEntries(
  aiVendors.flatMap((vendor) => {
    const { setting } = vendorFacts[vendor]
    return [
      [`${setting}_API_KEY`, Key],
      [`${setting}_BASE_URL`, Address.optional()],
      [`${setting}_MODELS`, Models],
    ]
  }),
) as VendorSettings

const Settings = z.object({
  PORT: z.coerce.number({ error: 'must be a whole number from 0 to 65535' }).int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .superRefine((url, context) => {
      const name = URL.canParse(url) ? findOverridden(url) : null
      if (name) context.addIssue({ code: 'custom', message: `must not set ${name}: Promptarium sets it itself` })
    })
    .optional(),
  PUBLIC_URL: Origin.optional(),
  TRUST_PROXY: z.string().default(''),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a whole number of seconds from 0 to 300' })
    .int()
    .min(0)
    .max(300)
    .default(0),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SITE_NAME: z.string().min(1).max(60).default('Promptarium'),
  CONTACT_URL: z
    .url({
      protocol: /^(https?|mailto)$/,
      error: 'must be a page or a mailto: address, such as mailto:hello@example.org',
    })
    .optional(),
  MODERATION: z.enum(['post', 'pre'], { error: 'must be post or pre' }).default('post'),
  CONTACT_EMAIL: z
    .string()
    .refine(isAddress, { error: 'must be an e-mail address such as hello@example.org' })
    .optional(),
  ANALYTICS_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{4,30}$/, 'must be the measurement id of a Google tag, such as G-AB12CD34EF')
    .optional(),
  ANALYTICS_URL: Origin.default(googleTagUrl),
  REVIEWS_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/, 'must be the id of your business at Trustpilot (data-businessunit-id)')
    .optional(),
  REVIEWS_URL: Origin.default(trustpilotUrl),
  PREFETCH: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  VOTE_MATURITY_HOURS: z.coerce
    .number({ error: 'must be a whole number of hours from 0 to 8760' })
    .int()
    .min(0)
    .max(8760)
    .default(0),
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required'], { error: 'must be optional or required' }).default('optional'),
  STARTER: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  CAPTCHA: z
    .enum(['altcha', ...keyedProviders, 'off'], { error: 'must be altcha, turnstile, hcaptcha, recaptcha or off' })
    .default('altcha'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET_KEY: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587, or smtps:// for TLS' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
      error: 'must be an address such as hello@example.org, or Name <hello@example.org>',
    })
    .optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OAUTH_TEST_URL: Address.optional(),
  ...vendorSettings,
  AI_DAILY_BUDGET: z
    .union([z.literal('off'), z.coerce.number().min(0).max(100_000)], { error: 'must be US dollars a day, or off' })
    .default(5),
  ...paymentSettings,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info'),
})

export type Settings = z.output<typeof Settings>

/** Every setting, in the order of README.md. */
export const settingNames = Object.keys(Settings.shape)

/** Reads the settings from the environment; empty counts as unset. Throws a StartError that names every invalid one. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Settings.safeParse(variables)
  if (result.success) {
    trustedProxies(result.data.TRUST_PROXY)
    refuseContradictions(result.data)
    return result.data
  }
  const lines = result.error.issues.map(({ path, message }) =>
    aboutField(path.join('.'), `This ${message.replace(/^This |\.$/g, '')}`),
  )
  throw new StartError(`Wrong setting: ${lines.join('; ')}.`)
}

/** Whether the site is only for this machine: PUBLIC_URL, or HOST if that is unset, is local. */
export function isLocal(settings: Settings): boolean {
  return localHosts.has(publicHost(settings) ?? settings.HOST)
}

function publicHost({ PUBLIC_URL }: Settings): string | null {
  return PUBLIC_URL ? new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '') : null
}

/** The keys of a captcha provider; null if the captcha is our own, or off. */
export function captchaKeys(settings: Settings) {
  const { CAPTCHA, CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SECRET_KEY: secretKey = '' } = settings
  const provider = keyedProviders.find((name): name is KeyedProvider => name === CAPTCHA)
  return provider ? { provider, siteKey, secretKey, host: publicHost(settings) ?? '' } : null
}

/** Refuses settings that contradict each other. */
function refuseContradictions(settings: Settings): void {
  const refuse = (line: string) => {
    throw new StartError(`Wrong setting: ${line}.`)
  }
  const clash = findModelConflict(modelSettings(settings))
  if (clash) refuse(clash)
  for (const { setting } of aiVendors.filter(isSelfHosted).map((vendor) => vendorFacts[vendor])) {
    if (settings[`${setting}_API_KEY`] && !settings[`${setting}_BASE_URL`])
      refuse(`${setting}_API_KEY needs ${setting}_BASE_URL, where its endpoint is`)
  }
  const isOpen = !localHosts.has(settings.HOST) || !isLocal(settings)
  if (settings.RATE_LIMITS === 'off' && isOpen) {
    refuse('RATE_LIMITS can only be off on a site for this machine alone, with HOST and PUBLIC_URL local or unset')
  }
  const fault = findPaymentProblem(settings)
  if (fault) refuse(fault)
  if (settings.SMTP_URL && !settings.MAIL_FROM) refuse('MAIL_FROM is needed with SMTP_URL, such as hello@example.org')
  for (const name of ['GITHUB', 'GOOGLE'] as const) {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const
    if (Boolean(settings[id]) !== Boolean(settings[secret])) refuse(`${id} and ${secret} go together`)
  }
  if (settings.OAUTH_TEST_URL && isOpen) refuse('OAUTH_TEST_URL is for tests, on a site for this machine alone')
  const keys = captchaKeys(settings)
  if (!keys) return
  if (!keys.siteKey || !keys.secretKey) {
    refuse(`CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY are needed with CAPTCHA=${keys.provider}`)
  }
  if (!keys.host) refuse(`PUBLIC_URL is needed with CAPTCHA=${keys.provider}: answers count for its host only`)
}

/** The optional services that need consent; undefined if the operator set up none. */
export function optionalServices(settings: Settings): OptionalServices | undefined {
  const { ANALYTICS_ID, ANALYTICS_URL, REVIEWS_KEY, REVIEWS_URL } = settings
  if (!ANALYTICS_ID && !REVIEWS_KEY) return undefined
  return {
    ...(ANALYTICS_ID && { analytics: { id: ANALYTICS_ID, url: ANALYTICS_URL } }),
    ...(REVIEWS_KEY && { reviews: { key: REVIEWS_KEY, url: REVIEWS_URL } }),
  }
}

/** The recipient of messages from /contact: CONTACT_EMAIL, else the address of CONTACT_URL; undefined: the admins. */
export function contactEmail({ CONTACT_EMAIL, CONTACT_URL = '' }: Settings): string | undefined {
  const [, address = ''] = /^mailto:([^?]+)/.exec(CONTACT_URL) ?? []
  return CONTACT_EMAIL ?? (isAddress(decodeURIComponent(address)) ? decodeURIComponent(address) : undefined)
}

/** The other sites for signing in, by their keys. */
export function oauthSettings(settings: Settings): OauthSettings {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OAUTH_TEST_URL } = settings
  const keysOf = (clientId?: string, clientSecret?: string) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined
  return {
    keys: {
      github: keysOf(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
      google: keysOf(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    },
    testUrl: OAUTH_TEST_URL,
  }
}

/** The settings of language models. */
export function modelSettings(settings: Settings): ModelSettings {
  return {
    vendors: Object.fromEntries(
      aiVendors.map((vendor) => {
        const { setting } = vendorFacts[vendor]
        const baseUrl = settings[`${setting}_BASE_URL`]
        return [vendor, { key: settings[`${setting}_API_KEY`], baseUrl, models: settings[`${setting}_MODELS`] }]
      }),
    ),
    dailyBudget: settings.AI_DAILY_BUDGET === 'off' ? null : settings.AI_DAILY_BUDGET,
  }
}
