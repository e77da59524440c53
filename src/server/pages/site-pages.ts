import { needsConfirmedAddress } from '#features/accounts/server/admit-person.ts'
import type { ThirdPartyProvider } from '#features/captcha/rules.ts'
import { configuredProviders } from '#features/connections/server/oauth-settings.ts'
import type { Brand } from '#features/site/brand-rules.ts'
import type { SiteFacts } from '#features/site/site-fact-rules.ts'
import { type AnswerCache, createAnswerCache } from '#platform/answer-cache.ts'
import { runningLanguage, siteLanguages } from '#platform/languages.ts'
import type { Log } from '#platform/log-fields.ts'
import type { createApp } from '../app.ts'
import { replicaLagMs } from '../database/log-positions.ts'
import type { WindowCounter } from '../http/request-limit.ts'
import type { PreparedResponse } from '../http/send-bytes.ts'
import type { TranslatedFiles } from '../languages/translated-files.ts'
import { oidcSettings, registrationOf } from '../settings/company-settings.ts'
import { captchaKeys, oauthSettings, optionalServices, type Settings } from '../settings/settings.ts'
import { loadPageRenderer, styleSheetOf } from '../start/build.ts'
import { createPageApi } from './page-api.ts'
import { pagePolicy } from './page-policy.ts'
import { createPages, freshnessOf, megabyte, type Pages } from './pages.ts'

type Parts = {
  app: ReturnType<typeof createApp>
  answers?: AnswerCache
  files: Map<string, PreparedResponse>
  /** What the site folder (SITE_DIR) changes on pages. */
  brand?: Brand
  translatedFiles: TranslatedFiles
  headers: Record<string, string>
  /** The site's address, as far as it is known before the server listens. Some pages contain it. */
  address: string
  paymentProvider: Parameters<typeof pagePolicy>[2]
  /** Counts the pages that are rendered for each network. */
  renders: WindowCounter
  log: Log
}

const answersMaxBytes = 32 * megabyte

/** What the privacy page calls the captchas of other companies. */
const captchaNames: Record<ThirdPartyProvider, string> = {
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
}

/** How long pages are fresh depends on these. */
function agesOf({ CACHE_PURGE_URL, DATABASE_REPLICA_URLS }: Settings) {
  return { isPurged: CACHE_PURGE_URL !== undefined, readLagMs: DATABASE_REPLICA_URLS ? replicaLagMs : 0 }
}

/** Creates the cache of answers to visitors. A closed site has none: nothing that it shows is for visitors. */
export function createSiteAnswers(settings: Settings): AnswerCache | undefined {
  if (settings.ACCESS === 'members') return undefined
  return createAnswerCache({ maxBytes: answersMaxBytes, freshMs: freshnessOf(agesOf(settings)) })
}

/** Creates the pages of this site. They are rendered by the built renderer, which calls `app` as its API. */
export async function createSitePages(settings: Settings, parts: Parts): Promise<Pages> {
  const { app, answers, files, translatedFiles, brand, headers, address, paymentProvider, renders, log } = parts
  const services = optionalServices(settings)
  const languages = siteLanguages()
  const captcha = captchaKeys(settings)
  const facts: SiteFacts = {
    name: settings.SITE_NAME,
    origin: settings.PUBLIC_URL ?? null,
    contact: settings.CONTACT_URL ?? null,
    services,
    prefetch: settings.PREFETCH === 'on' || undefined,
    signInBy: configuredProviders(oauthSettings(settings)),
    ownProvider: oidcSettings(settings)?.name,
    languages: languages.length > 1 ? languages.map(({ tag, prefix }) => ({ tag, prefix })) : undefined,
    language: settings.SITE_LANGUAGE === 'en' ? undefined : settings.SITE_LANGUAGE,
    isClosed: settings.ACCESS === 'members' || undefined,
    confirmsFirst: needsConfirmedAddress({ registration: registrationOf(settings) }) || undefined,
    sendsNoEmail: settings.SMTP_URL === undefined || undefined,
    captchaBy: captcha ? captchaNames[captcha.provider] : undefined,
    paymentsBy: paymentProvider === 'stripe' ? 'Stripe' : undefined,
    brand,
    registration: settings.REGISTRATION === 'open' ? undefined : settings.REGISTRATION,
  }
  const createPageRenderer = await loadPageRenderer()
  return createPages({
    inScripts: translatedFiles.inPage,
    renderer: createPageRenderer(createPageApi(app, answers), facts, runningLanguage),
    writer: (request) => app.fetch(request),
    policyOf: pagePolicy(captcha, services, paymentProvider),
    origin: address,
    siteName: settings.SITE_NAME,
    styleSheet: styleSheetOf(files),
    ...agesOf(settings),
    isClosed: settings.ACCESS === 'members',
    headers,
    renders,
    log,
  })
}
