// Longer than other files because every setting has its lines here.

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

// Longer than other files because it is one list: every setting with its rule, its default and its text in docs/settings.md.
// Settings with rules about several of them are in separate files (company-settings.ts, model-settings.ts, payment-mode.ts).

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
      'The address that visitors use, such as `https://prompts.example.org`, without a path. Links start with it, and writes',
      'from other origins are refused. Unset, the Host header of each request is used instead, addresses on pages are',
      'paths, and feeds and the sitemap have the address that the server listens on.',
    ),
  ),
  HSTS: z
    .enum(hstsModes, { error: 'must be subdomains, host or off' })
    .default('subdomains')
    .meta(
      about(
        'If `PUBLIC_URL` begins with https, browsers use only https for a year: `subdomains`, for its host and all subdomains;',
        '`host`, for that host only, if subdomains use plain http; `off` makes browsers forget it.',
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
      'The address at which a cache in front accepts requests to drop pages: `PURGE` with the header `Surrogate-Key`.',
      'See [operations.md](operations.md#caches-in-front).',
    ),
  ),
  CACHE_PURGE_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters long')
    .optional()
    .meta(about('The Bearer token that these requests send, at least 16 characters.')),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters long')
    .optional()
    .meta(
      about(
        'The Bearer token of /metrics, at least 16 characters.',
        'Unset, only a local site has metrics, and shows them only to its own machine.',
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
        'The folder with the embedded database, members’ pictures (`pictures`) and, without `SMTP_URL`, emails (`outbox`). You may',
        'delete share images (`share`, up to 256 MB), the dump of all prompts (`dump`) and compiled code (`compiled`) in it.',
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
        'The address of the same database without a pooler, for migrations, `backup` and `restore`. Needed if `DATABASE_URL`',
        'is the address of a pooler such as PgBouncer. See [operations.md](operations.md#a-pooler).',
      ),
    ),
  BACKUP_FOLDER: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'The folder for nightly backups, made at 02:30 UTC. Unset, and without `BACKUP_BUCKET`, there are none.',
        'See [operations.md](operations.md#backup).',
      ),
    ),
  BACKUP_BUCKET: z
    .string()
    .min(3)
    .optional()
    .meta(
      about(
        'The bucket for nightly backups, at Amazon S3 or a compatible service, in addition to `BACKUP_FOLDER` or instead of it.',
        'Use another bucket than for pictures.',
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
    about('How many days (1 to 3650) nightly backups are kept. The newest one is never deleted.'),
  ),
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipient, 'must be a public key of age: age1 and 58 more characters')
    .optional()
    .meta(about('A public key of the program age (`age1…`), to encrypt nightly backups.')),
  DATABASE_REPLICA_URL: databaseUrl
    .optional()
    .meta(
      about(
        'A standby of the same database, for what visitors read: pages, lists, search, feeds. Its data is at most five seconds',
        'old. While the standby is further behind or unavailable, the primary is used. It can’t be behind a pooler.',
        'See [operations.md](operations.md#three-database-servers).',
      ),
    ),
  STARTER: onOrOff('on').meta(
    about(
      'Whether the first start loads the prompts, tools and collections of `db/starter/` into a site that has no members,',
      'prompts or tools.',
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
        'The bucket for members’ pictures, at Amazon S3 or a compatible service. Unset, they are in `DATA_DIR`.',
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

/** Whether a URL that every visitor sees has no user name or password, as the address of a Git remote may have. */
function hasNoCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return `${username}${password}` === ''
}

const publicly = { error: 'must not have a user name or password, because every visitor sees it' }

const site = {
  SITE_NAME: z.string().min(1).max(60).default('Promptarium').meta(about('The name in page titles.')),
  CONTACT_URL: z
    .url({
      protocol: /^(https?|mailto)$/,
      error: 'must be a page or a mailto: address, such as mailto:hello@example.org',
    })
    .refine(hasNoCredentials, publicly)
    .optional()
    .meta(about('How to reach you, shown on /contact: a page, or `mailto:hello@example.org`.')),
  SOURCE_URL: z
    .url({ protocol: /^https?$/, error: 'must be a full address such as https://git.example.org/promptarium' })
    .refine(hasNoCredentials, publicly)
    .optional()
    .meta(about('Where the source code of your site is. /contact links to it for bug reports.')),
  CONTACT_EMAIL: z
    .string()
    .refine(isEmailAddress, { error: 'must be an email address such as hello@example.org' })
    .optional()
    .meta(
      about(
        'Who receives the messages that visitors write on /contact.',
        'Unset, the address of a `mailto:` in `CONTACT_URL`, or every admin if there is none.',
      ),
    ),
  EXAMPLES: onOrOff('on').meta(
    about(
      'Whether members can add examples, texts and pictures, of what a prompt produced. `off` also hides existing ones.',
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
        'memory in each process, and is unloaded ten minutes after the last search. The first search after that compares',
        'only words. `auto`: only while 512 MB of memory are free. Nothing is sent to other servers.',
      ),
    ),
  VOTE_MATURITY_HOURS: wholeNumber({ max: 8760, fallback: 0, unit: 'hours' }).meta(
    about('Votes don’t count until the voter’s account is this many hours old, up to 8760.'),
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
        'signs everybody out, and members with a second factor then need a recovery code. Unset, the server generates one',
        'and keeps it in the database.',
      ),
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'], { error: 'must be optional or required' })
    .default('optional')
    .meta(about('`required`: an admin without a second factor can only set one up.')),
  RATE_LIMITS: onOrOff('on').meta(
    about(
      'Whether the requests and attempts of an account or a network are limited. `off` is for load tests, and refused if',
      '`HOST` or `PUBLIC_URL` is open to others.',
    ),
  ),
  CAPTCHA: z
    .enum(['altcha', ...keyedProviders, 'off'], { error: 'must be altcha, turnstile, hcaptcha, recaptcha or off' })
    .default('altcha')
    .meta(
      about(
        'The captcha of registration, password reset and /contact. `altcha` is a proof of work that the browser does without',
        'another service. `turnstile`, `hcaptcha` and `recaptcha` (version 3) contact their vendors, and need `PUBLIC_URL` and',
        'the two keys below. `off` means no captcha.',
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
  OAUTH_TEST_URL: Address.optional().meta(about('For tests on this machine only: a fake server of GitHub and Google.')),
}

const mail = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587, or smtps:// for TLS' })
    .optional()
    .meta(
      about(
        'The server that sends mail: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. With it,',
        'only members with a confirmed address can add passkeys, connections and second factors. Unset, emails are written to',
        '`outbox` in the data folder, as .eml files.',
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
      'Whether the site runs the tests of featured prompts automatically: each month and after a change, with the cheapest',
      'model and within `AI_DAILY_BUDGET`.',
    ),
  ),
  AI_DAILY_BUDGET: z
    .union([z.literal('off'), z.coerce.number().min(0).max(100_000)], { error: 'must be US dollars a day, or off' })
    .default(5)
    .meta(
      about(
        'How much answers with the site’s own keys may cost per day (UTC), in US dollars, estimated from the prices above. When',
        'it is used up, these models are unavailable until the next day. `off` means no limit.',
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
