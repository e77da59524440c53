import { z } from 'zod'
import { accountSettings } from './account-settings.ts'
import { openRouterSettings, vendorSettings } from './model-settings.ts'
import { paymentSettings } from './payment-mode.ts'
import { serverSettings } from './server-settings.ts'
import { about, numberSetting, onOrOff } from './setting-kinds.ts'
import { siteSettings } from './site-settings.ts'
import { bucketSettings, databaseSettings } from './storage-settings.ts'
import { telemetrySettings } from './telemetry-settings.ts'

const mailSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587, or smtps:// for TLS' })
    .optional()
    .meta(
      about(
        'The server that sends mail: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. If set, only',
        'members with a confirmed address can add passkeys, connections and second factors. If unset, emails are written',
        'to `outbox` in the data folder, as .eml files.',
      ),
    ),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
      error: 'must be an address such as hello@example.org, or Name <hello@example.org>',
    })
    .optional()
    .meta(about('The sender of mail, such as `Prompts <hello@example.org>`. Needed with `SMTP_URL`.')),
}

const budgetError = 'must be a number of US dollars per day, or off'

const languageModelSettings = {
  ...vendorSettings,
  ...openRouterSettings,
  FEATURED_TESTS: onOrOff('off').meta(
    about(
      'Whether the site runs the tests of featured prompts automatically: each month and after a change, with the cheapest',
      'model and within `AI_DAILY_BUDGET`.',
    ),
  ),
  AI_DAILY_BUDGET: z
    .union([z.literal('off'), numberSetting(budgetError).pipe(z.number().min(0).max(100_000))], { error: budgetError })
    .default(5)
    .meta(
      about(
        'How much answers with the site’s own keys may cost per day (UTC), in US dollars, estimated from the prices of the',
        'models above. When this amount is used up, those models are unavailable until the next day. `off` means no limit.',
      ),
    ),
}

/** All settings, by the section of `docs/settings.md` that describes them. */
export const settingSections = {
  'Server and network': serverSettings,
  OpenTelemetry: telemetrySettings,
  'Database and files': { ...databaseSettings, ...bucketSettings },
  Site: siteSettings,
  'Accounts and abuse': accountSettings,
  Mail: mailSettings,
  'Language models': languageModelSettings,
  Payments: paymentSettings,
}

/** The schema of all settings, by the name of the environment variable. */
export const settingsSchema = z.object({
  ...serverSettings,
  ...telemetrySettings,
  ...databaseSettings,
  ...bucketSettings,
  ...siteSettings,
  ...accountSettings,
  ...mailSettings,
  ...languageModelSettings,
  ...paymentSettings,
})
