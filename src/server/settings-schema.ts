import { z } from 'zod'
import { keyedProviders } from '#features/captcha/rules.ts'
import { googleTagUrl, trustpilotUrl } from '#features/consent/services-rules.ts'
import { isEmailAddress } from '#features/contact/rules.ts'
import { isRecipient } from './backup/encryption.ts'
import { companySettings } from './company-settings.ts'
import { foundModelSettings, vendorSettings } from './model-settings.ts'
import { hstsModes } from './page-headers.ts'
import { paymentSettings } from './payment-mode.ts'
import { findOverridden } from './platform/session-settings.ts'
import { Address, about, Origin, onOrOff, processes, wholeNumber } from './setting-kinds.ts'
import { telemetrySettings } from './telemetry-settings.ts'

const server = {
  PORT: wholeNumber({ max: 65_535, fallback: 3000 }).meta(about('The port to listen on.')),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(
      about(
        'The address to listen on. `0.0.0.0` opens the site to the network.',
        'Over plain HTTP everything works except passkeys, which need HTTPS.',
      ),
    ),
  PUBLIC_URL: Origin.optional().meta(
    about(
      'The address that visitors use, such as `https://prompts.example.org`, without a path. Links use it, and writes',
      'from other origins are refused. Unset, the Host header of a request counts, pages give addresses as paths, and',
      'feeds and the sitemap name the address that the server listens on.',
    ),
  ),
  HSTS: z
    .enum(hstsModes, { error: 'must be subdomains, host or off' })
    .default('subdomains')
    .meta(
      about(
        'With https in `PUBLIC_URL`, browsers use https alone for a year: `subdomains`, for its host and all below it;',
        '`host`, for that host alone, if others below it speak plain http; `off` makes browsers forget it.',
      ),
    ),
  TRUST_PROXY: z
    .string()
    .default('')
    .meta(about('Addresses and ranges of the proxies whose X-Forwarded-For header is trusted, separated by commas.')),
  WORKERS: processes.meta(
    about(
      'How many processes serve the site: a number from 1 to 64, or `auto` for one per core.',
      'See [operations.md](operations.md#all-cores).',
    ),
  ),
  DRAIN_SECONDS: wholeNumber({ max: 300, fallback: 0, unit: 'seconds' }).meta(
    about(
      'How many seconds (0 to 300) a stopping server keeps responding while /readyz returns 503, so that a load',
      'balancer stops sending it requests first.',
    ),
  ),
  CACHE_PURGE_URL: Address.optional().meta(
    about(
      'Where a cache in front takes requests to drop pages: `PURGE` with `Surrogate-Key`.',
      'See [operations.md](operations.md#caches-in-front).',
    ),
  ),
  CACHE_PURGE_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters long')
    .optional()
    .meta(about('The Bearer token of these requests, at least 16 characters.')),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters long')
    .optional()
    .meta(
      about(
        'The Bearer token of /metrics, at least 16 characters.',
        'Unset, a local site shows its metrics to its own machine only.',
      ),
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .default('info')
    .meta(about('`debug`, `info`, `warn`, `error` or `silent`.')),
}

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
  .superRefine((url, context) => {
    const name = URL.canParse(url) ? findOverridden(url) : null
    if (name) context.addIssue({ code: 'custom', message: `must not set ${name}: Promptarium sets it itself` })
  })

const data = {
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .meta(
      about(
        'The folder of the embedded database, of share images (`share`, up to 256 MB, may be deleted), of the dump of all prompts (`dump`, may be deleted), of compiled code',
        '(`compiled`, may be deleted), of mail that no server sends (`outbox`) and of members’ pictures (`pictures`).',
      ),
    ),
  DATABASE_URL: databaseUrl
    .optional()
    .meta(
      about(
        'A PostgreSQL, version 15 or newer, to use instead of the embedded one:',
        '`postgres://user:password@host:5432/name`.',
      ),
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .meta(
      about(
        'The same database past a pooler: migrations, `backup` and `restore` use it. Needed if `DATABASE_URL` leads to a',
        'pooler such as PgBouncer. See [operations.md](operations.md#a-pooler).',
      ),
    ),
  BACKUP_FOLDER: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'The folder of a backup that one process makes each night at 02:30 UTC. Without it and `BACKUP_BUCKET` there is none.',
        'See [operations.md](operations.md#backup).',
      ),
    ),
  BACKUP_BUCKET: z
    .string()
    .min(3)
    .optional()
    .meta(
      about(
        'The bucket of nightly backups, at Amazon S3 or a compatible service: beside `BACKUP_FOLDER`, or instead of it.',
        'Better not the one of pictures.',
      ),
    ),
  BACKUP_ENDPOINT: Address.optional().meta(about('The address of a compatible service. Unset, Amazon’s.')),
  BACKUP_REGION: z.string().min(1).default('us-east-1').meta(about('The region of the bucket.')),
  BACKUP_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta(
      about('The key that may list, read, write and delete objects there. Unset, the SDK looks for its own settings.'),
    ),
  BACKUP_SECRET_ACCESS_KEY: z.string().optional().meta(about('The secret of that key.')),
  BACKUP_DAYS: wholeNumber({ min: 1, max: 3650, fallback: 14, unit: 'days' }).meta(
    about('How many days (1 to 3650) nightly backups are kept. The newest always stays.'),
  ),
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipient, 'must be a public key of age: age1 and 58 more characters')
    .optional()
    .meta(about('The public key of age (`age1…`) that nightly backups are encrypted for.')),
  DATABASE_REPLICA_URL: databaseUrl
    .optional()
    .meta(
      about(
        'A standby of the same database for what visitors read: pages, lists, search, feeds. Its answers are at most five',
        'seconds old; while it is behind or away, the primary answers. No pooler may be before it.',
        'See [operations.md](operations.md#three-database-servers).',
      ),
    ),
  STARTER: onOrOff('on').meta(
    about(
      'Whether the first start loads the prompts and tools of `db/starter/` into a site that has no members, prompts',
      'or tools.',
    ),
  ),
}

const bucket = {
  S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .meta(
      about(
        'The bucket of members’ pictures, at Amazon S3 or a compatible service. Unset, they are in `DATA_DIR`.',
        'See [operations.md](operations.md#pictures).',
      ),
    ),
  S3_ENDPOINT: Address.optional().meta(about('The address of a compatible service. Unset, Amazon’s.')),
  S3_REGION: z.string().min(1).default('us-east-1').meta(about('The region of the bucket.')),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta(about('The key that may read, write and delete objects there. Unset, the SDK looks for its own settings.')),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta(about('The secret of that key.')),
}

const site = {
  SITE_NAME: z.string().min(1).max(60).default('Promptarium').meta(about('The name in page titles.')),
  CONTACT_URL: z
    .url({
      protocol: /^(https?|mailto)$/,
      error: 'must be a page or a mailto: address, such as mailto:hello@example.org',
    })
    .optional()
    .meta(about('How to reach you, shown on /contact: a page, or `mailto:hello@example.org`.')),
  SOURCE_URL: z
    .url({ protocol: /^https?$/, error: 'must be a full address such as https://git.example.org/promptarium' })
    .optional()
    .meta(about('Where the source code of your site is, linked from /contact, so that bugs get reported there.')),
  CONTACT_EMAIL: z
    .string()
    .refine(isEmailAddress, { error: 'must be an e-mail address such as hello@example.org' })
    .optional()
    .meta(
      about(
        'Who receives the messages that visitors write on /contact.',
        'Unset, the address of a `mailto:` in `CONTACT_URL`, else every admin.',
      ),
    ),
  EXAMPLES: onOrOff('on').meta(
    about(
      'Whether members can add examples of what a prompt made, texts and pictures. `off` also hides those that are there.',
    ),
  ),
  MODERATION: z
    .enum(['post', 'pre'], { error: 'must be post or pre' })
    .default('post')
    .meta(
      about(
        '`pre`: a moderator approves the first two prompts of each author, and every prompt that links to another',
        'site, before others see them.',
      ),
    ),
  SENTENCE_SEARCH: z
    .enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' })
    .default('auto')
    .meta(
      about(
        'Whether searches of several English words also find prompts by their meaning. A model takes 70 to 110 MB of',
        'memory in each process while people search, and leaves it ten minutes after the last search. The first search',
        'after that goes by words. `auto`: only while 512 MB of memory are free. Nothing is sent to other servers.',
      ),
    ),
  VOTE_MATURITY_HOURS: wholeNumber({ max: 8760, fallback: 0, unit: 'hours' }).meta(
    about('Votes of a younger account count only once the account is this old, up to 8760 hours.'),
  ),
  PREFETCH: onOrOff('off').meta(about('Whether members’ own lists load in advance on the pages that show them.')),
  ANALYTICS_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{4,30}$/, 'must be the measurement id of a Google tag, such as G-AB12CD34EF')
    .optional()
    .meta(
      about(
        'The measurement id of a Google tag (`G-…`).',
        'Its script loads only for visitors who consent to analytics.',
      ),
    ),
  ANALYTICS_URL: Origin.default(googleTagUrl).meta(
    about('Where that script comes from, in case you serve the tag yourself.'),
  ),
  REVIEWS_KEY: z
    .string()
    .regex(/^[0-9A-Za-z]{8,64}$/, 'must be the id of your business at Trustpilot (data-businessunit-id)')
    .optional()
    .meta(
      about(
        'The id of your business at Trustpilot.',
        'Its widget loads in the footer, only for visitors who consent to personalization.',
      ),
    ),
  REVIEWS_URL: Origin.default(trustpilotUrl).meta(about('Where that widget comes from.')),
}

const accounts = {
  SESSION_SECRET: z
    .string()
    .min(32, 'must be at least 32 characters long')
    .optional()
    .meta(
      about(
        'At least 32 characters. It protects stored session tokens and the secrets of authenticator apps. A change',
        'signs everybody out, and members with a second factor then need a recovery code. Unset, the server makes one',
        'and keeps it in the database.',
      ),
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'], { error: 'must be optional or required' })
    .default('optional')
    .meta(about('`required`: an admin without a second factor can only set one up.')),
  RATE_LIMITS: onOrOff('on').meta(
    about(
      'Limits how often an account or a network may try something. `off` is for load tests, and refused if `HOST` or',
      '`PUBLIC_URL` is open to others.',
    ),
  ),
  CAPTCHA: z
    .enum(['altcha', ...keyedProviders, 'off'], { error: 'must be altcha, turnstile, hcaptcha, recaptcha or off' })
    .default('altcha')
    .meta(
      about(
        'What registration, password reset and /contact ask for. `altcha` is a proof of work that the browser solves',
        'by itself and that involves nobody else. `turnstile`, `hcaptcha` and `recaptcha` (version 3) call their',
        'vendors, and need `PUBLIC_URL` and the two keys below. `off` asks for nothing.',
      ),
    ),
  CAPTCHA_SITE_KEY: z.string().optional().meta(about('The public key of that captcha.')),
  CAPTCHA_SECRET_KEY: z.string().optional().meta(about('The secret key of that captcha.')),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .meta(
      about(
        'The id of an OAuth app at GitHub, which lets members sign in with GitHub.',
        'Its callback is `PUBLIC_URL/auth/return/github`.',
      ),
    ),
  GITHUB_CLIENT_SECRET: z.string().optional().meta(about('The secret of that app.')),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .meta(
      about(
        'The id of an OAuth client at Google, which lets members sign in with Google.',
        'Its redirect URI is `PUBLIC_URL/auth/return/google`.',
      ),
    ),
  GOOGLE_CLIENT_SECRET: z.string().optional().meta(about('The secret of that client.')),
  ...companySettings,
  OAUTH_TEST_URL: Address.optional().meta(
    about('For tests on this machine only: a server that plays GitHub and Google.'),
  ),
}

const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587, or smtps:// for TLS' })
    .optional()
    .meta(
      about(
        'The server that sends mail: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. With it,',
        'passkeys, connections and second factors can be added to confirmed addresses only. Unset, mail is written as',
        '.eml files to `outbox` in the data folder.',
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

const models = {
  ...vendorSettings,
  ...foundModelSettings,
  FEATURED_TESTS: onOrOff('off').meta(
    about(
      'Whether the site runs the tests of featured prompts by itself, on the cheapest model and within',
      '`AI_DAILY_BUDGET`: each month, and after a change.',
    ),
  ),
  AI_DAILY_BUDGET: z
    .union([z.literal('off'), z.coerce.number().min(0).max(100_000)], { error: 'must be US dollars a day, or off' })
    .default(5)
    .meta(
      about(
        'US dollars a day (UTC) that answers on the site’s own keys may cost, estimated from the prices above. When they',
        'are used up, these models close until the next day. `off` means no limit.',
      ),
    ),
}

/** Every setting by the section of docs/settings.md that describes it. */
export const settingSections = {
  'Server and network': server,
  OpenTelemetry: telemetrySettings,
  'Database and files': { ...data, ...bucket },
  Site: site,
  'Accounts and abuse': accounts,
  Mail: mail,
  'Language models': models,
  Payments: paymentSettings,
}

export const settingsSchema = z.object({
  ...server,
  ...telemetrySettings,
  ...data,
  ...bucket,
  ...site,
  ...accounts,
  ...mail,
  ...models,
  ...paymentSettings,
})
