import { contract } from '#contract'
import type { AccountHooks, Accounts } from '#features/accounts/server/account-hooks.ts'
import { findMember } from '#features/accounts/server/find-member.ts'
import { accountsRoutes } from '#features/accounts/server/routes.ts'
import { createSessionKey } from '#features/accounts/server/session-key.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import type { Billing, Payments } from '#features/billing/server/billing-context.ts'
import { forgetCustomer } from '#features/billing/server/forget-customer.ts'
import { billingRoutes, closedBillingRoutes } from '#features/billing/server/routes.ts'
import { planOf } from '#features/billing/server/subscription-queries.ts'
import type { SiteCaptcha } from '#features/captcha/server/create-captcha.ts'
import { captchaRoutes } from '#features/captcha/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import type { ComparisonContext } from '#features/comparison/server/comparison-context.ts'
import { comparisonRoutes } from '#features/comparison/server/routes.ts'
import type { OauthSettings } from '#features/connections/server/oauth-settings.ts'
import { connectionsRoutes } from '#features/connections/server/routes.ts'
import { contactRoutes } from '#features/contact/server/routes.ts'
import { contributorsRoutes } from '#features/contributors/server/routes.ts'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import { creditsRoutes } from '#features/credits/server/routes.ts'
import { favoritesRoutes } from '#features/favorites/server/routes.ts'
import type { GeneratorContext } from '#features/generator/server/generator-context.ts'
import { generatorRoutes } from '#features/generator/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { createModels } from '#features/models/server/create-models.ts'
import { modelsRoutes } from '#features/models/server/routes.ts'
import { createRunLimit } from '#features/models/server/run-limit.ts'
import { type ModelSettings, noModels } from '#features/models/server/vendor-settings.ts'
import type { ModerationContext } from '#features/moderation/server/moderation-context.ts'
import { moderationRoutes } from '#features/moderation/server/routes.ts'
import { passkeysRoutes } from '#features/passkeys/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { secondFactorRoutes } from '#features/second-factor/server/routes.ts'
import { siteRoutes } from '#features/site/server/routes.ts'
import type { Site } from '#features/site/server/site.ts'
import { toolsRoutes } from '#features/tools/server/routes.ts'
import { transferRoutes } from '#features/transfer/server/routes.ts'
import type { ViewCounter } from '#features/views/server/count-view.ts'
import { viewsRoutes } from '#features/views/server/routes.ts'
import { votesRoutes } from '#features/votes/server/routes.ts'
import { worksheetRoutes } from '#features/worksheet/server/routes.ts'
import { writingRoutes } from '#features/writing/server/routes.ts'
import { createApiDocs } from './api-docs.ts'
import { checkAccess } from './check-access.ts'
import { declareJobs } from './declare-jobs.ts'
import { answerError, answerUnknownPath, refuseOtherMethods } from './error-answers.ts'
import { holdBackAdmins } from './hold-back-admins.ts'
import { hooks } from './hooks.ts'
import { limitBody } from './limit-body.ts'
import { describeApi, describeSession } from './openapi.ts'
import { type Api, createApi, type Platform } from './platform/api.ts'
import { networkOf } from './platform/limits.ts'
import { recogniseMembers, refuseOtherBodies, requestGuards, tellOfWrites } from './request-guards.ts'
import { limitRequests, warnOfUnnamedProxy } from './request-limit.ts'
import { noLog, type RequestLog, requestLogger } from './request-log.ts'

export type AppOptions = Platform & {
  captcha: SiteCaptcha
  /** SESSION_SECRET; unset, the database keeps one. */
  sessionSecret?: string
  views: ViewCounter
  log?: RequestLog
  /** Whether the API as a whole is limited (RATE_LIMITS). */
  limitsRequests?: boolean
  /** The origin that browsers see; unset, the request's own Host counts. */
  publicOrigin?: string
  /** Whose X-Forwarded-For counts (addresses and CIDR ranges). */
  trustProxy?: string
  siteName?: string
  /** Whether admins without a second factor can only set one up (ADMIN_SECOND_FACTOR). */
  adminsNeedSecondFactor?: boolean
  /** Whether letters reach people (SMTP_URL): then ways in are added to confirmed addresses only. */
  sendsEmail?: boolean
  /** Whether prompts of newcomers wait for a moderator; post by default. */
  moderation?: Moderation
  /** Who gets what visitors write; unset, every admin does. */
  contactEmail?: string
  /** Votes of accounts younger than this count once they are older (VOTE_MATURITY_HOURS). */
  voteMaturityHours?: number
  /** Runs before a write is answered, so that its author's next click shows it. */
  afterWrite?: () => Promise<void>
  /** Whether first grants of credits are counted per network. */
  capFirstGrants?: boolean
  /** The server's own address, for texts that need a full one; publicOrigin goes before it. */
  ownAddress?: () => string
  /** Other sites that sign in here; unset, none does. */
  oauth?: OauthSettings
  /** Who takes the money; unset, payments are off. */
  payments?: Payments
  /** Vendors of language models; unset, only the built-in engines answer. */
  models?: ModelSettings
  /** Aborted when the server is told to stop: streams end then, and what they had set aside falls back. */
  stopping?: AbortSignal
  /** Where drawn share images are kept; unset, each is drawn anew. */
  shareFolder?: string
  /** Where letters are written on a site without SMTP; old ones are removed. */
  outboxFolder?: string
}

/** The whole API: middleware in order, then every feature's routes. Pages are not its business. */
export function createApp(options: AppOptions): Api {
  const log = options.log ?? noLog
  const credits = creditContext(options)
  const accounts = accountsOf(options, credits)
  const runs = runContext(options, credits)
  const billing = billingContext(options, credits)
  const moderation = moderationContext(options)
  const writing = { moderation: moderation.moderation, onPublished: hooks.onPublished }
  const app = createApi()
  const findSession = (headers: Headers, secure: boolean) => findMember(accounts, headers, secure, options.now())
  app.onError(answerError(log, async (c) => (await findSession(c.req.raw.headers, c.get('secure'))) !== null))
  app.notFound(answerUnknownPath)

  app.use(requestLogger(log))
  app.use(requestGuards(options))
  if (options.limitsRequests) app.use(limitRequests({ trustsProxy: Boolean(options.trustProxy) }))
  if (!options.trustProxy) app.use(warnOfUnnamedProxy(log))
  app.use(recogniseMembers(findSession))
  app.use(holdBackAdmins)
  // Before anybody is asked who they are: nobody has anything here.
  if (!billing) app.route('/', closedBillingRoutes())
  const endpoints = Object.values(contract)
  describeSession(app)
  const otherMethods = refuseOtherMethods(app, endpoints)
  app.use(checkAccess(endpoints))
  app.use(refuseOtherBodies)
  app.use(limitBody)
  app.use(tellOfWrites(options.afterWrite, log))

  declareJobs({ accounts, moderation, billing, outbox: options.outboxFolder })

  app.route('/', accountsRoutes(accounts))
  app.route('/', secondFactorRoutes(accounts))
  app.route('/', passkeysRoutes(accounts))
  app.route('/', connectionsRoutes({ ...accounts, oauth: options.oauth ?? { keys: {} } }))
  app.route('/', captchaRoutes(options))
  app.route('/', homeRoutes(options))
  app.route('/', catalogueRoutes(options, { findUserId }))
  app.route('/', writingRoutes(options, writing))
  app.route('/', worksheetRoutes(options))
  app.route('/', transferRoutes(options, writing))
  app.route('/', toolsRoutes(options))
  app.route('/', votesRoutes(options, { maturityHours: options.voteMaturityHours ?? 0 }))
  app.route('/', favoritesRoutes(options))
  app.route('/', searchRoutes(options))
  app.route('/', contributorsRoutes(options))
  app.route('/', creditsRoutes(options, credits))
  if (billing) app.route('/', billingRoutes(billing))
  app.route('/', modelsRoutes(runs.models))
  app.route('/', generatorRoutes(runs))
  app.route('/', comparisonRoutes(runs))
  app.route('/', moderationRoutes(moderation))
  app.route('/', contactRoutes(options, { name: nameOf(options), contactEmail: options.contactEmail }))
  app.route('/', siteRoutes(options, siteOf(options)))
  app.route('/', viewsRoutes(options, options.views))

  otherMethods.afterRoutes()

  const docs = createApiDocs(() => describeApi(app, options.siteName))
  app.get('/api/openapi.json', docs.answerJson)
  app.get('/api/docs', docs.answerPage)
  return app
}

function accountsOf(options: AppOptions, credits: CreditContext): Accounts {
  const sessionKey = createSessionKey(options.db, options.sessionSecret)
  const creditsOf: AccountHooks['creditsOf'] = (db, userId, address) =>
    readCredits(db, credits, { userId, network: networkOf(address) })
  return {
    ...options,
    hooks: { ...hooks, creditsOf, onAccountDeleted: [forgetCustomer(options.jobs), ...hooks.onAccountDeleted] },
    sessionKey,
    siteName: nameOf(options),
    origin: originOf(options),
  }
}

function nameOf({ siteName = 'Promptarium' }: AppOptions): string {
  return siteName
}

/** The site's address for texts that need a full one. */
function originOf({ publicOrigin, ownAddress = () => 'http://localhost' }: AppOptions): () => string {
  return () => publicOrigin ?? ownAddress()
}

function moderationContext(options: AppOptions): ModerationContext {
  const { moderation = 'post', voteMaturityHours = 0 } = options
  const site = { siteName: nameOf(options), origin: originOf(options) }
  return { ...options, ...site, hooks, moderation, maturityHours: voteMaturityHours }
}

/** What the generator and comparisons work with. */
function runContext(options: AppOptions, credits: CreditContext): GeneratorContext & ComparisonContext {
  const { models: settings = noModels, stopping = new AbortController().signal, log = noLog } = options
  const models = createModels({ ...options, settings, log: (fields) => log.warn(fields, 'a model failed') })
  return { ...options, models, runs: createRunLimit(), credits, streams: { stopping, log } }
}

/** What payments work with; null where they are off. */
function billingContext(options: AppOptions, credits: CreditContext): Billing | null {
  const { payments } = options
  return payments ? { ...options, payments, credits, origin: originOf(options) } : null
}

/** What credits need of others; every verb of theirs takes it. */
export function creditContext({
  now,
  payments,
  capFirstGrants = false,
}: Pick<AppOptions, 'now' | 'payments' | 'capFirstGrants'>): CreditContext {
  const account = payments?.account
  return { now, planOf: (tx, userId) => planOf(tx, { userId, account }, now()), capFirstGrants }
}

function siteOf(options: AppOptions): Site {
  const { shareFolder } = options
  const log = options.log ?? noLog
  return {
    name: nameOf(options),
    origin: originOf(options),
    shareFolder,
    warn: (error) => log.warn({ error: error.message }, 'a share image could not be kept'),
  }
}
