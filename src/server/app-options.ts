import { join } from 'node:path'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import type { Payments } from '#features/billing/server/billing-context.ts'
import type { SiteCaptcha } from '#features/captcha/server/create-captcha.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import type { FindSimilar } from '#features/embeddings/server/create-sentence-search.ts'
import type { PictureStore } from '#features/examples/server/picture-store.ts'
import type { Health } from '#features/health/contract.ts'
import type { ResponseCache } from '#features/mcp/server/response-cache.ts'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import type { Site } from '#features/site/server/site.ts'
import type { ViewCounter } from '#features/views/server/count-view.ts'
import type { BackupPlan } from './backup/nightly-backups.ts'
import { registrationOf } from './company-settings.ts'
import type { Platform } from './platform/api.ts'
import type { Db } from './platform/db.ts'
import type { Log } from './platform/log-fields.ts'
import type { AfterWrite } from './request-guards.ts'
import type { WindowCounter } from './request-limit.ts'
import { outboxFolder, type Services } from './services.ts'
import {
  backupPlan,
  contactEmail,
  isLocal,
  modelSettings,
  oauthSettings,
  pictureStore,
  type Settings,
} from './settings.ts'

/** The options of `createApp`. Where it isn't obvious, a comment says what an unset option means. */
export type AppOptions = Platform & {
  captcha: SiteCaptcha
  /** SESSION_SECRET. Unset: the database stores one. */
  sessionSecret?: string
  views: ViewCounter
  log?: Log
  /** Limits how many requests a network or an API token may make (RATE_LIMITS). */
  limitsRequests?: boolean
  /** The counters of these limits. Unset: only requests to this process count. */
  counters?: { requests: WindowCounter; tokens: WindowCounter }
  /** The origin that browsers see (PUBLIC_URL). Unset: the Host header of each request. */
  publicOrigin?: string
  /** The proxies whose X-Forwarded-For header is trusted: addresses and CIDR ranges (TRUST_PROXY). */
  trustProxy?: string
  siteName?: string
  /** Admins without a second factor can only set one up (ADMIN_SECOND_FACTOR). */
  adminsNeedSecondFactor?: boolean
  /** The site is for members only (ACCESS=members). The HTTP server checks sessions before it calls the app. */
  isClosed?: boolean
  /** The operator's own legal pages (SITE_DIR). */
  legalPages?: Site['legalPages']
  /** Who may create an account (REGISTRATION, REGISTRATION_DOMAINS). Unset: everybody. */
  registration?: Accounts['registration']
  /** Emails are delivered (SMTP_URL), so adding a sign-in method requires a confirmed address. */
  sendsEmail?: boolean
  /** Whether prompts of new members wait for a moderator (MODERATION). Unset: `post`, which means that they don't wait. */
  moderation?: Moderation
  /** The recipient of visitors' messages. Unset: every admin. */
  contactEmail?: string
  /** Votes of younger accounts don't count until the account is this old (VOTE_MATURITY_HOURS). */
  voteMaturityHours?: number
  /** Runs before the response to a write, so that its author sees the change on the next page. */
  afterWrite?: AfterWrite
  /** Limits how many accounts of the same network get a first grant of credits. */
  capFirstGrants?: boolean
  /** The server's own address, for texts that need a full one. publicOrigin takes precedence. */
  ownAddress?: () => string
  /** The sites that members can sign in with, such as GitHub. Unset: none. */
  oauth?: OauthSettings
  /** The payment provider. Unset: payments are off. */
  payments?: Payments
  /** The vendors of language models. Unset: only the built-in engines. */
  models?: ModelSettings
  /** Aborted when the server stops. Streams then end and refund their holds. */
  stopping?: AbortSignal
  /** Finds prompts by their meaning. Unset: search compares words only. */
  findSimilar?: FindSimilar
  /** Where pictures of examples are stored. Unset: in the system's temporary folder. */
  pictures?: PictureStore
  /** Examples can't be added or seen (EXAMPLES=off). */
  examplesOff?: boolean
  /** The folder of share images. Unset: they aren't stored. */
  shareFolder?: string
  /** The folder of dumps of all prompts. Unset: the system's temporary folder. */
  dumpFolder?: string
  /** How many processes share the folder of dumps (WORKERS). */
  workers?: number
  /** Caches responses to visitors' list requests of the Model Context Protocol. Unset: they aren't cached. */
  mcpResponses?: ResponseCache
  /** Whether the site runs the tests of featured prompts automatically (FEATURED_TESTS=on). */
  reruns?: boolean
  /** Unset: no nightly backups. */
  backups?: BackupPlan
  /** Visitors' reads may go to a replica (DATABASE_REPLICA_URL). */
  readsReplica?: boolean
  /** The folder of emails on a site without SMTP. Old ones are deleted. */
  outboxFolder?: string
  /** Reads what the Health page shows. Unset: the page shows only what the database knows. */
  readHealth?: () => Promise<Health>
}

type Parts = { db: Db; services: Services; modelFinder: ModelFinder; log: Log } & Required<
  Pick<AppOptions, 'ownAddress' | 'afterWrite' | 'counters' | 'stopping'>
> &
  Pick<AppOptions, 'payments' | 'mcpResponses' | 'readsReplica' | 'legalPages' | 'readHealth'>

/** Builds the options of the app from the settings and the services. */
export function appOptions(settings: Settings, { services, modelFinder, ...parts }: Parts): AppOptions {
  return {
    ...services,
    findSimilar: services.sentences.findSimilar,
    ...parts,
    outboxFolder: outboxFolder(settings),
    contactEmail: contactEmail(settings),
    limitsRequests: settings.RATE_LIMITS === 'on',
    // On a site that only this machine can reach, all requests come from the same network.
    capFirstGrants: !isLocal(settings) && (settings.RATE_LIMITS === 'on' || settings.CAPTCHA !== 'off'),
    publicOrigin: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    sessionSecret: settings.SESSION_SECRET,
    siteName: settings.SITE_NAME,
    adminsNeedSecondFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    moderation: settings.MODERATION,
    voteMaturityHours: settings.VOTE_MATURITY_HOURS,
    pictures: pictureStore(settings),
    examplesOff: settings.EXAMPLES === 'off',
    shareFolder: join(settings.DATA_DIR, 'share'),
    dumpFolder: join(settings.DATA_DIR, 'dump'),
    workers: settings.WORKERS,
    models: { ...modelSettings(settings), found: modelFinder.found, loadRouted: modelFinder.loadRouted },
    reruns: settings.FEATURED_TESTS === 'on',
    oauth: oauthSettings(settings),
    isClosed: settings.ACCESS === 'members',
    registration: registrationOf(settings),
    backups: backupPlan(settings),
  }
}
