import { join } from 'node:path'
import type { Accounts } from '#features/accounts/server/account-hooks.ts'
import type { Payments } from '#features/billing/server/billing-context.ts'
import type { SiteCaptcha } from '#features/captcha/server/create-captcha.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import type { FindSimilar } from '#features/embeddings/server/create-sentence-search.ts'
import type { PictureStore } from '#features/examples/server/picture-store.ts'
import type { Health } from '#features/health/contract.ts'
import type { ModelFinder } from '#features/models/server/create-model-finder.ts'
import type { ModelSettings } from '#features/models/server/vendor-settings.ts'
import type { Site } from '#features/site/server/site.ts'
import type { ViewCounter } from '#features/views/server/count-view.ts'
import type { AnswerCache } from '#platform/answer-cache.ts'
import type { Platform } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log-fields.ts'
import type { BackupPlan } from './database/backup/nightly-backups.ts'
import type { AfterWrite } from './http/request-guards.ts'
import type { WindowCounter } from './http/request-limit.ts'
import { registrationOf } from './settings/company-settings.ts'
import {
  backupPlan,
  contactEmail,
  isLocal,
  modelSettings,
  oauthSettings,
  pictureStore,
  type Settings,
} from './settings/settings.ts'
import { outboxFolder, type Services } from './start/services.ts'

/** The options of `createApp`. A comment says what an unset option means, unless that is obvious. */
export type AppOptions = Platform & {
  captcha: SiteCaptcha
  /** The value of SESSION_SECRET. Unset: a secret that the server generates and stores in the database. */
  sessionSecret?: string
  views: ViewCounter
  log?: Log
  /** Whether the number of requests by a network or an API token is limited (RATE_LIMITS). */
  limitsRequests?: boolean
  /** Count each network's requests, and those with each API token. Unset: each process counts its own requests. */
  counters?: { requests: WindowCounter; tokens: WindowCounter }
  /** The origin under which browsers reach the site (PUBLIC_URL). Unset: the Host header of each request. */
  publicOrigin?: string
  /** The addresses and CIDR ranges of proxies whose X-Forwarded-For header is trusted (TRUST_PROXY). */
  trustProxy?: string
  siteName?: string
  /**
   * Whether admins need a second factor (ADMIN_SECOND_FACTOR). Until they have set one up, most of their writes are
   * refused.
   */
  adminsNeedSecondFactor?: boolean
  /** Whether the site is for members only (ACCESS=members). The HTTP server checks sessions before it calls the app. */
  isClosed?: boolean
  /** The legal pages that the operator has written (SITE_DIR). */
  legalPages?: Site['legalPages']
  /** Who may create an account (REGISTRATION, REGISTRATION_DOMAINS). Unset: everybody. */
  registration?: Accounts['registration']
  /**
   * Whether emails are delivered (SMTP_URL). If they are, only members with a confirmed address can add a sign-in
   * method or a second factor.
   */
  sendsEmail?: boolean
  /** Whether some prompts wait for a moderator before they are published (MODERATION). Unset: `post`, so none wait. */
  moderation?: Moderation
  /** Who receives the messages that visitors send. Unset: every admin. */
  contactEmail?: string
  /** How old an account must be for its votes to count, in hours (VOTE_MATURITY_HOURS). */
  voteMaturityHours?: number
  /** Called after a write and before its response, so that the person who made the change sees it on the next page. */
  afterWrite?: AfterWrite
  /** Whether only a limited number of accounts in the same network get a first grant of credits. */
  limitsFirstGrants?: boolean
  /** The server's own address, for texts that need a full address. `publicOrigin` takes precedence. */
  ownAddress?: () => string
  /** The sites that members can sign in with, such as GitHub. Unset: none. */
  oauth?: OauthSettings
  /** Whether apps can't register themselves to act for members (OAUTH_REGISTRATION=off). */
  refusesAppRegistration?: boolean
  /** Fetches the documents of apps. Unset: the platform's `fetch`. */
  fetchAppDocument?: typeof fetch
  /** The payment provider. Unset: members can't pay for anything. */
  payments?: Payments
  /** The vendors of language models. Unset: only the built-in engines answer. */
  models?: ModelSettings
  /** Aborted when the server stops. Streams then end and release their holds of credits. */
  shutdownSignal?: AbortSignal
  /** Finds prompts by their meaning. Unset: search only compares words. */
  findSimilar?: FindSimilar
  /** Where the pictures of examples are stored. Unset: in the temporary folder of the system. */
  pictures?: PictureStore
  /** Whether examples can be neither added nor seen (EXAMPLES=off). */
  areExamplesOff?: boolean
  /** The folder where share images are stored. Unset: they aren't stored. */
  shareFolder?: string
  /** The folder of the dumps of all prompts. Unset: the temporary folder of the system. */
  dumpFolder?: string
  /** The number of processes that share the folder of dumps (WORKERS). */
  workers?: number
  /** Caches what visitors are answered, for pages, the API and the Model Context Protocol. Unset: nothing is cached. */
  answers?: AnswerCache
  /** Whether the site runs the tests of featured prompts automatically (FEATURED_TESTS=on). */
  rerunsFeatured?: boolean
  /** Whether a job checks the addresses of tools. */
  checksLinks?: boolean
  /** The plan for nightly backups. Unset: there are none. */
  backups?: BackupPlan
  /** Whether replicas may answer reads (DATABASE_REPLICA_URLS). */
  hasReplicas?: boolean
  /** The folder where a site without SMTP stores its emails. Old emails are deleted from it. */
  outboxFolder?: string
  /** Reads what the Health page shows. Unset: the page shows only what the database knows. */
  readHealth?: () => Promise<Health>
}

type Parts = { db: Db; services: Services; modelFinder: ModelFinder; log: Log } & Required<
  Pick<AppOptions, 'ownAddress' | 'afterWrite' | 'counters' | 'shutdownSignal'>
> &
  Pick<AppOptions, 'payments' | 'answers' | 'hasReplicas' | 'legalPages' | 'readHealth'>

/** Creates the options of the app from the settings and the services. */
export function appOptions(settings: Settings, { services, modelFinder, ...parts }: Parts): AppOptions {
  return {
    ...services,
    findSimilar: services.sentences.findSimilar,
    ...parts,
    outboxFolder: outboxFolder(settings),
    contactEmail: contactEmail(settings),
    limitsRequests: settings.RATE_LIMITS === 'on',
    // If only this machine can reach the site, all requests come from the same network.
    limitsFirstGrants: !isLocal(settings) && (settings.RATE_LIMITS === 'on' || settings.CAPTCHA !== 'off'),
    publicOrigin: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    sessionSecret: settings.SESSION_SECRET,
    siteName: settings.SITE_NAME,
    adminsNeedSecondFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    moderation: settings.MODERATION,
    voteMaturityHours: settings.VOTE_MATURITY_HOURS,
    pictures: pictureStore(settings),
    areExamplesOff: settings.EXAMPLES === 'off',
    shareFolder: join(settings.DATA_DIR, 'share'),
    dumpFolder: join(settings.DATA_DIR, 'dump'),
    workers: settings.WORKERS,
    models: {
      ...modelSettings(settings),
      readFound: modelFinder.readFound,
      loadOpenRouterModels: modelFinder.loadOpenRouterModels,
    },
    rerunsFeatured: settings.FEATURED_TESTS === 'on',
    checksLinks: settings.LINK_CHECKS === 'on',
    oauth: oauthSettings(settings),
    refusesAppRegistration: settings.OAUTH_REGISTRATION === 'off',
    isClosed: settings.ACCESS === 'members',
    registration: registrationOf(settings),
    backups: backupPlan(settings),
  }
}
