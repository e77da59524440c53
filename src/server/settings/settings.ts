import { join } from 'node:path'
import type { z } from 'zod'
import { type ThirdPartyProvider, thirdPartyProviders } from '#features/captcha/rules.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import type { OptionalServices } from '#features/consent/services-rules.ts'
import { isEmailAddress } from '#features/contact/rules.ts'
import { createBucketStore } from '#features/examples/server/bucket-store.ts'
import { createFolderStore, type PictureStore } from '#features/examples/server/picture-store.ts'
import { aiVendors } from '#features/models/rules.ts'
import { type LocalPorts, usualPortsExcept } from '#features/models/server/find-local-models.ts'
import { findModelConflict, type ModelSettings } from '#features/models/server/vendor-settings.ts'
import { isSelfHosted, vendorFacts } from '#features/models/vendor-rules.ts'
import { aboutField } from '#lib/plain-messages.ts'
import { localHosts } from '#platform/local-hosts.ts'
import { type BackupPlace, openBucketPlace, openFolderPlace } from '../database/backup/backup-places.ts'
import type { BackupPlan } from '../database/backup/nightly-backups.ts'
import { trustedProxies } from '../http/client-address.ts'
import { StartError } from '../start/start-error.ts'
import { findCompanyProblem, oidcSettings } from './company-settings.ts'
import { findPaymentProblem } from './payment-mode.ts'
import { refuseRemovedSettings } from './removed-settings.ts'
import { readSettingFiles } from './setting-files.ts'
import { settingsSchema } from './settings-schema.ts'

export type Settings = z.output<typeof settingsSchema>

/** The names of all settings, in the order of `docs/settings.md`. */
export const settingNames = Object.keys(settingsSchema.shape)

/**
 * Reads the settings from the environment, and from files that it names. An empty value counts as unset. Throws a
 * StartError that names all invalid settings or, if each is valid, the first contradiction between them.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) if (value) variables[name] = value
  refuseRemovedSettings(variables)
  const result = settingsSchema.safeParse(readSettingFiles(variables, settingNames))
  if (result.success) {
    trustedProxies(result.data.TRUST_PROXY)
    refuseContradictions(result.data)
    return result.data
  }
  const lines = result.error.issues.map(({ path, message }) =>
    aboutField(String(path[0]), `This ${message.replace(/^This |\.$/g, '')}`),
  )
  throw new StartError(`Invalid setting: ${lines.join('; ')}.`)
}

/** Whether the site is meant for this machine only: PUBLIC_URL, or HOST if that is unset, is local. */
export function isLocal(settings: Settings): boolean {
  return localHosts.has(publicHost(settings) ?? settings.HOST)
}

function publicHost({ PUBLIC_URL }: Settings): string | null {
  return PUBLIC_URL ? new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '') : null
}

/** The provider of the captcha and its keys. Null if the captcha is Altcha or off. */
export function captchaKeys(settings: Settings) {
  const { CAPTCHA, CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SECRET_KEY: secretKey = '' } = settings
  const provider = thirdPartyProviders.find((name): name is ThirdPartyProvider => name === CAPTCHA)
  return provider ? { provider, siteKey, secretKey, host: publicHost(settings) ?? '' } : null
}

/** Throws StartError if settings contradict each other. */
function refuseContradictions(settings: Settings): void {
  const refuse = (line: string) => {
    throw new StartError(`Invalid setting: ${line}.`)
  }
  const modelConflict = findModelConflict(modelSettings(settings))
  if (modelConflict) refuse(modelConflict)
  for (const { setting } of aiVendors.filter(isSelfHosted).map((vendor) => vendorFacts[vendor])) {
    const url = settings[`${setting}_BASE_URL`]
    if (settings[`${setting}_API_KEY`] && (!url || url === 'off'))
      refuse(`${setting}_API_KEY needs ${setting}_BASE_URL, the address of its endpoint`)
  }
  const isOpen = !localHosts.has(settings.HOST) || !isLocal(settings)
  if (settings.RATE_LIMITS === 'off' && isOpen) {
    refuse('RATE_LIMITS can be off only on a site for this machine, with HOST and PUBLIC_URL local or unset')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const)
    if (settings[name] && !settings.DATABASE_URL) refuse(`${name} needs DATABASE_URL`)
  const paymentProblem = findPaymentProblem(settings)
  if (paymentProblem) refuse(paymentProblem)
  if (settings.SMTP_URL && !settings.MAIL_FROM) refuse('MAIL_FROM (such as hello@example.org) is needed with SMTP_URL')
  const problem = findCompanyProblem(settings)
  if (problem) refuse(problem)
  for (const name of ['GITHUB', 'GOOGLE'] as const) {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const
    if (Boolean(settings[id]) !== Boolean(settings[secret])) refuse(`${id} and ${secret} go together`)
  }
  if (settings.OAUTH_TEST_URL && isOpen) refuse('OAUTH_TEST_URL is for tests on a site for this machine only')
  const keys = captchaKeys(settings)
  if (!keys) return
  if (!keys.siteKey || !keys.secretKey) {
    refuse(`CAPTCHA_SITE_KEY and CAPTCHA_SECRET_KEY are needed with CAPTCHA=${keys.provider}`)
  }
  if (!keys.host) refuse(`PUBLIC_URL is needed with CAPTCHA=${keys.provider}: the captcha is only valid for its host`)
}

/** The optional services that require consent. Undefined if the operator hasn't set up any. */
export function optionalServices(settings: Settings): OptionalServices | undefined {
  const { ANALYTICS_ID, ANALYTICS_URL, REVIEWS_KEY, REVIEWS_URL } = settings
  if (!ANALYTICS_ID && !REVIEWS_KEY) return undefined
  return {
    ...(ANALYTICS_ID && { analytics: { id: ANALYTICS_ID, url: ANALYTICS_URL } }),
    ...(REVIEWS_KEY && { reviews: { key: REVIEWS_KEY, url: REVIEWS_URL } }),
  }
}

/** Who receives messages from /contact: the address in CONTACT_URL. Undefined means the admins. */
export function contactEmail({ CONTACT_URL = '' }: Settings): string | undefined {
  const [, address = ''] = /^mailto:([^?]+)/.exec(CONTACT_URL) ?? []
  return isEmailAddress(decodeURIComponent(address)) ? decodeURIComponent(address) : undefined
}

/** The other sites whose accounts people can sign in with, and this site's keys there. */
export function oauthSettings(settings: Settings): OauthSettings {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OAUTH_TEST_URL } = settings
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings
  const keysOf = (clientId?: string, clientSecret?: string) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined
  return {
    keys: {
      github: keysOf(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
      google: keysOf(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
      oidc: OIDC_ISSUER ? keysOf(OIDC_CLIENT_ID, OIDC_CLIENT_SECRET) : undefined,
    },
    oidc: oidcSettings(settings),
    testUrl: OAUTH_TEST_URL,
  }
}

/** How many days nightly backups are kept. */
const backupDays = 14

/** The plan for nightly backups, or undefined if there are none. */
export function backupPlan(settings: Settings): BackupPlan | undefined {
  const { BACKUP_FOLDER: folder, BACKUP_RECIPIENT: recipient } = settings
  const bucket = backupBucket(settings)
  const places = [...(folder ? [openFolderPlace(folder)] : []), ...(bucket ? [bucket] : [])]
  return places.length > 0 ? { places, days: backupDays, recipient } : undefined
}

/** The bucket for nightly backups, or undefined if there is none. */
export function backupBucket({ BACKUP_BUCKET: bucket }: Settings): BackupPlace | undefined {
  return bucket && openBucketPlace(bucket)
}

/** The sources of those figures of the site that aren't in the database. */
export function figureSources(settings: Settings) {
  return {
    aiBudget: modelSettings(settings).dailyBudget,
    backupPlaces: backupPlan(settings)?.places,
    dataFolder: settings.DATA_DIR,
  }
}

/** Where members' pictures are stored: in a bucket, or in a folder in DATA_DIR. */
export function pictureStore({ S3_BUCKET: bucket, DATA_DIR }: Settings): PictureStore {
  return bucket ? createBucketStore(bucket) : createFolderStore(join(DATA_DIR, 'pictures'))
}

/** The settings of language models. */
export function modelSettings(settings: Settings): ModelSettings {
  return {
    vendors: Object.fromEntries(
      aiVendors.map((vendor) => {
        const { setting } = vendorFacts[vendor]
        const url = settings[`${setting}_BASE_URL`]
        const baseUrl = url === 'off' ? undefined : url
        return [vendor, { key: settings[`${setting}_API_KEY`], baseUrl, models: settings[`${setting}_MODELS`] }]
      }),
    ),
    openRouter: {
      key: settings.OPENROUTER_API_KEY,
      baseUrl: settings.OPENROUTER_BASE_URL,
      models: settings.OPENROUTER_MODELS,
    },
    dailyBudget: settings.AI_DAILY_BUDGET === 'off' ? null : settings.AI_DAILY_BUDGET,
  }
}

/** The ports on which to look for a program that runs Llama on this machine. Null if LLAMA_BASE_URL is set. */
export function localModelPorts({ LLAMA_BASE_URL, PORT }: Settings): LocalPorts | null {
  return LLAMA_BASE_URL === undefined ? usualPortsExcept(PORT) : null
}
