import { needsConfirmedAddress } from '#features/accounts/server/admit-person.ts'
import type { ThirdPartyProvider } from '#features/captcha/rules.ts'
import { configuredProviders } from '#features/connections/server/oauth-settings.ts'
import type { Brand } from '#features/site/brand-rules.ts'
import type { Log } from '#platform/log-fields.ts'
import type { createApp } from '../app.ts'
import { replicaLagMs } from '../database/open-replica.ts'
import type { WindowCounter } from '../http/request-limit.ts'
import type { PreparedResponse } from '../http/send-bytes.ts'
import { oidcSettings, registrationOf } from '../settings/company-settings.ts'
import { captchaKeys, oauthSettings, optionalServices, type Settings } from '../settings/settings.ts'
import { loadPageRenderer, styleSheetOf } from '../start/build.ts'
import { createPageApi } from './page-api.ts'
import { pagePolicy } from './page-policy.ts'
import { createPages, type Pages } from './pages.ts'

type Parts = {
  app: ReturnType<typeof createApp>
  files: Map<string, PreparedResponse>
  /** What the site folder (SITE_DIR) changes on pages. */
  brand?: Brand
  headers: Record<string, string>
  /** The site's address, as far as it is known before the server listens. Some pages contain it. */
  address: string
  paymentProvider: Parameters<typeof pagePolicy>[2]
  /** Counts the pages that are rendered for each network. */
  renders: WindowCounter
  log: Log
}

/** What the privacy page calls the captchas of other companies. */
const captchaNames: Record<ThirdPartyProvider, string> = {
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
}

/** Creates the pages of this site. They are rendered by the built renderer, which calls `app` as its API. */
export async function createSitePages(settings: Settings, parts: Parts): Promise<Pages> {
  const { app, files, brand, headers, address, paymentProvider, renders, log } = parts
  const services = optionalServices(settings)
  const captcha = captchaKeys(settings)
  const createPageRenderer = await loadPageRenderer()
  return createPages({
    renderer: createPageRenderer(createPageApi(app), {
      name: settings.SITE_NAME,
      origin: settings.PUBLIC_URL ?? null,
      contact: settings.CONTACT_URL ?? null,
      services,
      prefetch: settings.PREFETCH === 'on' || undefined,
      signInBy: configuredProviders(oauthSettings(settings)),
      ownProvider: oidcSettings(settings)?.name,
      language: settings.SITE_LANGUAGE === 'en' ? undefined : settings.SITE_LANGUAGE,
      isClosed: settings.ACCESS === 'members' || undefined,
      confirmsFirst: needsConfirmedAddress({ registration: registrationOf(settings) }) || undefined,
      sendsNoEmail: settings.SMTP_URL === undefined || undefined,
      captchaBy: captcha ? captchaNames[captcha.provider] : undefined,
      paymentsBy: paymentProvider === 'stripe' ? 'Stripe' : undefined,
      brand,
      registration: settings.REGISTRATION === 'open' ? undefined : settings.REGISTRATION,
    }),
    writer: (request) => app.fetch(request),
    policyOf: pagePolicy(captcha, services, paymentProvider),
    origin: address,
    siteName: settings.SITE_NAME,
    styleSheet: styleSheetOf(files),
    readLagMs: settings.DATABASE_REPLICA_URL ? replicaLagMs : 0,
    isPurged: settings.CACHE_PURGE_URL !== undefined,
    isClosed: settings.ACCESS === 'members',
    headers,
    renders,
    log,
  })
}
