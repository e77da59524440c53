import { z } from 'zod'
import { registrationModes } from '#features/accounts/registration-rules.ts'
import type { OidcSettings } from '#features/connections/server/oauth-settings.ts'
import { type LanguageTag, languages } from '#lib/languages.ts'
import { isLocalUrl } from '#platform/local-hosts.ts'
import { about } from './setting-kinds.ts'

/** Matches a domain name in lower case. */
const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

const languageTags = languages.map(({ tag }) => tag).join(', ')

/** Settings for the site of a company or a club: access, language, texts, registration and an OpenID provider. */
export const companySettings = {
  ACCESS: z
    .enum(['public', 'members'], { error: 'must be public or members' })
    .default('public')
    .meta(
      about(
        '`members`: only signed-in members see anything besides the sign-in page and the legal pages. This applies to pages, API,',
        'feeds, images, dumps and `/mcp`. Programs send an API token with the scope `read`. `REGISTRATION` decides who can',
        'create an account.',
      ),
    ),
  SITE_LANGUAGE: z
    .string()
    .refine(isLanguageTag, { error: 'must be a language tag such as en, de or pt-BR' })
    .default('en')
    .meta(
      about(
        'The language of your prompts and texts, such as `de`. Pages declare it to browsers, translation tools and',
        'screen readers. The interface has its own setting, `LANGUAGES`.',
      ),
    ),
  LANGUAGES: z
    .string()
    .transform((list, context): LanguageTag[] => {
      const tags = list.split(',').map((tag) => tag.trim())
      const known = tags.flatMap((name) => languages.find(({ tag }) => tag === name)?.tag ?? [])
      if (known.length === tags.length && new Set(known).size === known.length) return known
      context.addIssue({ code: 'custom', message: `must be a list of different tags among ${languageTags}` })
      return z.NEVER
    })
    .optional()
    .meta(
      about(
        'The languages of the interface, such as `en,de`. The first is the default: the addresses of its pages have no',
        `prefix, while those of other languages begin with \`/de\` and the like. Available: ${languageTags}. Unset:`,
        'English alone.',
      ),
    ),
  SITE_DIR: z
    .string()
    .optional()
    .meta(
      about(
        'A folder with your logo, colors, texts and legal pages: see [branding.md](branding.md). It is read when the site',
        'starts.',
      ),
    ),
  REGISTRATION: z
    .enum(registrationModes, { error: 'must be open, invite or closed' })
    .default('open')
    .meta(
      about(
        'Who can create an account: `open`, everybody; `invite`, people with the link of an invitation; `closed`, nobody.',
        'Admins create invitations at /admin/invitations or with `npm run cli -- invitation create`. People with an account',
        'at `OIDC_ISSUER` don’t need an invitation, even if registration is closed: their first sign-in creates the account.',
      ),
    ),
  REGISTRATION_DOMAINS: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine((domains) => domains.length > 0 && domains.every((name) => domain.test(name)), {
      error: 'must be email domains separated by commas, such as example.org, example.com',
    })
    .optional()
    .meta(
      about(
        'Email domains, separated by commas. Only people with an address at one of these domains can register, even if',
        'they sign in through another site.',
        'Members have to confirm their address before they can take part, so `SMTP_URL` is needed unless `REGISTRATION`',
        'is `closed`.',
      ),
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the issuer of an OpenID provider, such as https://login.example.org' })
    .optional()
    .meta(
      about(
        'The issuer URL of your OpenID provider, which lets people sign in with its accounts: Keycloak, Entra ID, Okta,',
        'Google Workspace and others. The provider’s configuration is read from `/.well-known/openid-configuration`',
        'below this URL. Register a client at the provider with the redirect URI `PUBLIC_URL/auth/return/oidc`.',
      ),
    ),
  OIDC_CLIENT_ID: z.string().optional().meta(about('The id of your client at the provider.')),
  OIDC_CLIENT_SECRET: z.string().optional().meta(about('The secret of your client at the provider.')),
  OIDC_NAME: z.string().min(1).max(40).default('SSO').meta(about('The name on the button “Continue with …”.')),
  OIDC_EMAILS: z
    .enum(['verified', 'trusted'], { error: 'must be verified or trusted' })
    .default('verified')
    .meta(
      about(
        '`verified`: an email address counts only if the provider says that it is verified. `trusted`: it counts unless',
        'the provider says that it isn’t verified, for providers such as Entra ID that don’t say. Use `trusted` only',
        'if your own admins assign the addresses.',
      ),
    ),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .meta(
      about(
        'The claim in which your provider lists a person’s groups. Admins map its values to groups at Admin → Groups:',
        'see [groups](operations/start.md#groups-from-your-openid-provider).',
      ),
    ),
  OIDC_ADMIN_GROUP: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'The group, in the claim `OIDC_GROUPS_CLAIM`, whose members become admins when they sign in with `OIDC_ISSUER`. People who left the group lose the role',
        'when they next sign in there, except the last admin.',
      ),
    ),
  OIDC_MODERATOR_GROUP: z
    .string()
    .min(1)
    .optional()
    .meta(about('The group whose members become moderators, by the same rules as for `OIDC_ADMIN_GROUP`.')),
}

type CompanySettings = z.output<z.ZodObject<typeof companySettings>>

/** The settings of the operator's OpenID provider, or undefined if there is none. */
export function oidcSettings(settings: CompanySettings): OidcSettings | undefined {
  if (!settings.OIDC_ISSUER) return undefined
  return {
    issuer: settings.OIDC_ISSUER,
    name: settings.OIDC_NAME,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    groups: { admin: settings.OIDC_ADMIN_GROUP, moderator: settings.OIDC_MODERATOR_GROUP },
    trustsEmails: settings.OIDC_EMAILS === 'trusted',
  }
}

/** Returns who may create an account: the registration mode, and the required email domains (none: any domain). */
export function registrationOf({ REGISTRATION: mode, REGISTRATION_DOMAINS: domains = [] }: CompanySettings) {
  return { mode, domains }
}

/** Returns a sentence that says what is wrong with these settings, or null if they are valid. */
export function findCompanyProblem(
  settings: CompanySettings & { SMTP_URL?: string; CACHE_PURGE_URL?: string },
): string | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, REGISTRATION, REGISTRATION_DOMAINS = [] } = settings
  const given = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].filter(Boolean).length
  if (given !== 0 && given !== 3) return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together'
  if (settings.ACCESS === 'members' && settings.CACHE_PURGE_URL)
    return 'CACHE_PURGE_URL has no effect with ACCESS=members: no cache in front of the site may store members’ pages'
  if (REGISTRATION !== 'closed' && REGISTRATION_DOMAINS.length > 0 && !settings.SMTP_URL)
    return 'REGISTRATION_DOMAINS needs SMTP_URL, since addresses are confirmed by email'
  return OIDC_ISSUER ? findIssuerProblem(OIDC_ISSUER, settings) : null
}

/** The host names of OpenID providers where anybody can create an account. */
const publicIssuers = new Set(['accounts.google.com', 'gitlab.com', 'appleid.apple.com', 'login.yahoo.com'])
/** Matches the issuers of Entra ID for accounts of all organizations, for personal accounts, or for both. */
const anyTenant =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

function findIssuerProblem(issuer: string, settings: CompanySettings): string | null {
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !isLocalUrl(issuer))
    return 'OIDC_ISSUER must begin with https:// unless it is on this machine'
  if (anyTenant.test(new URL(issuer).href))
    return 'OIDC_ISSUER must name your own tenant at Entra ID: https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0'
  const isOpenOrLimited = settings.REGISTRATION === 'open' || settings.REGISTRATION_DOMAINS !== undefined
  if (publicIssuers.has(hostname) && !isOpenOrLimited)
    return `Anybody can create an account at ${hostname}: with this OIDC_ISSUER, REGISTRATION_DOMAINS must name your email domains`
  return null
}

/** The languages of the interface, the default one first. */
export function interfaceLanguages({ LANGUAGES }: Pick<CompanySettings, 'LANGUAGES'>): LanguageTag[] {
  return LANGUAGES ?? ['en']
}
