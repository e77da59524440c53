import { z } from 'zod'
import { registrationModes } from '#features/accounts/registration-rules.ts'
import type { OidcSettings } from '#features/connections/server/oauth-settings.ts'
import { isLocalUrl } from './local-hosts.ts'
import { about } from './setting-kinds.ts'

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

/** Who may come in, and how: the settings for a site of a company or a club. */
export const companySettings = {
  ACCESS: z
    .enum(['public', 'members'], { error: 'must be public or members' })
    .default('public')
    .meta(
      about(
        '`members`: only who is signed in sees anything besides the sign-in and the legal pages. That goes for pages, API,',
        'feeds, images, dumps and `/mcp`; programs send an API token that may read. Who gets an account, `REGISTRATION` says.',
      ),
    ),
  SITE_LANGUAGE: z
    .string()
    .refine(isLanguage, { error: 'must be a language tag such as en, de or pt-BR' })
    .default('en')
    .meta(
      about(
        'The language that pages declare to browsers, translators and screen readers, such as `de`, if your prompts and',
        'texts are in it. The interface itself is in English.',
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
        'Who may create an account: `open`, everybody; `invite`, who has the link of an invitation; `closed`, nobody.',
        'Admins make invitations at /admin/invitations, or `npm run cli -- invitation create`. People whom `OIDC_ISSUER`',
        'knows always get an account when they first sign in.',
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
      error: 'must be mail domains separated by commas, such as example.org, example.com',
    })
    .optional()
    .meta(
      about(
        'The mail domains whose addresses can register, separated by commas, also through other sites. Members can act',
        'once they have confirmed their address, so `SMTP_URL` is needed unless `REGISTRATION` is `closed`.',
      ),
    ),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the issuer of an OpenID provider, such as https://login.example.org' })
    .optional()
    .meta(
      about(
        'The issuer of your OpenID provider, which lets people sign in with its accounts: Keycloak, Entra ID, Okta,',
        'Google Workspace and others. It is found by `/.well-known/openid-configuration` below it. The redirect URI of',
        'the client there is `PUBLIC_URL/auth/return/oidc`.',
      ),
    ),
  OIDC_CLIENT_ID: z.string().optional().meta(about('The id of the client there.')),
  OIDC_CLIENT_SECRET: z.string().optional().meta(about('The secret of that client.')),
  OIDC_NAME: z.string().min(1).max(40).default('SSO').meta(about('What the button calls it: “Continue with …”.')),
  OIDC_EMAILS: z
    .enum(['verified', 'trusted'], { error: 'must be verified or trusted' })
    .default('verified')
    .meta(
      about(
        '`verified`: an address counts if the provider says that it is verified. `trusted`: unless it says that it isn’t,',
        'for providers that say nothing, such as Entra ID. Only for one whose addresses your own admins assign.',
      ),
    ),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .meta(about('The claim that lists the groups of a person: in the identity token, or in the user information.')),
  OIDC_ADMIN_GROUP: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'The group whose members become admins when they sign in with `OIDC_ISSUER`. Whoever has left the group loses the',
        'role at their next sign-in there, except the last admin.',
      ),
    ),
  OIDC_MODERATOR_GROUP: z.string().min(1).optional().meta(about('The same for moderators.')),
}

type CompanySettings = z.output<z.ZodObject<typeof companySettings>>

/** The operator's OpenID provider; undefined if there is none. */
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

/** Who may create an account. */
export function registrationOf({ REGISTRATION: mode, REGISTRATION_DOMAINS: domains = [] }: CompanySettings) {
  return { mode, domains }
}

/** What of these settings contradicts itself; null if nothing does. */
export function findCompanyProblem(
  settings: CompanySettings & { SMTP_URL?: string; CACHE_PURGE_URL?: string },
): string | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, REGISTRATION, REGISTRATION_DOMAINS = [] } = settings
  const given = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET].filter(Boolean).length
  if (given !== 0 && given !== 3) return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together'
  if (settings.ACCESS === 'members' && settings.CACHE_PURGE_URL)
    return 'CACHE_PURGE_URL has no use with ACCESS=members, whose pages no cache in front may keep'
  if (REGISTRATION !== 'closed' && REGISTRATION_DOMAINS.length > 0 && !settings.SMTP_URL)
    return 'REGISTRATION_DOMAINS needs SMTP_URL, since addresses are confirmed by email'
  return OIDC_ISSUER ? findIssuerProblem(OIDC_ISSUER, settings) : null
}

/** Issuers where anybody can have an account. */
const publicIssuers = new Set(['accounts.google.com', 'gitlab.com', 'appleid.apple.com', 'login.yahoo.com'])
/** Entra ID for the accounts of any company or person: its tokens name issuers that we can't know beforehand. */
const anyTenant =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i

function findIssuerProblem(issuer: string, settings: CompanySettings): string | null {
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !isLocalUrl(issuer))
    return 'OIDC_ISSUER must begin with https:// unless it is on this machine'
  if (anyTenant.test(new URL(issuer).href))
    return 'OIDC_ISSUER must name your own tenant at Entra ID: https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0'
  const letsAllIn = settings.REGISTRATION === 'open' || settings.REGISTRATION_DOMAINS !== undefined
  if (publicIssuers.has(hostname) && !letsAllIn)
    return `Everybody can have an account at ${hostname}: with OIDC_ISSUER there, REGISTRATION_DOMAINS must name your mail domains`
  return null
}
