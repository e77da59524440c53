import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { blocksRoutes } from '#features/blocks/server/routes.ts'
import type { SiteCaptcha } from '#features/captcha/server/create-captcha.ts'
import { captchaRoutes } from '#features/captcha/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import type { Moderation } from '#features/catalogue/server/wait-for-moderation.ts'
import { changeRequestsRoutes } from '#features/change-requests/server/routes.ts'
import { getUnclaimedAuthorOrThrow, proveClaim } from '#features/claims/server/prove-claim.ts'
import { claimsRoutes } from '#features/claims/server/routes.ts'
import { collectionsRoutes } from '#features/collections/server/routes.ts'
import { commentsRoutes } from '#features/comments/server/routes.ts'
import type { ComparisonContext } from '#features/comparison/server/comparison-context.ts'
import { comparisonRoutes } from '#features/comparison/server/routes.ts'
import type { ClaimHooks, OauthSettings } from '#features/connections/server/oauth-settings.ts'
import { connectionsRoutes } from '#features/connections/server/routes.ts'
import { contactRoutes } from '#features/contact/server/routes.ts'
import { contributorsRoutes } from '#features/contributors/server/routes.ts'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import { creditsRoutes } from '#features/credits/server/routes.ts'
import type { FindSimilar } from '#features/embeddings/server/create-sentence-search.ts'
import type { ExamplesContext } from '#features/examples/server/examples-context.ts'
import { pictureRoutes, uploadRoutes } from '#features/examples/server/picture-routes.ts'
import { createFolderStore, explainFailures, type PictureStore } from '#features/examples/server/picture-store.ts'
import { examplesRoutes } from '#features/examples/server/routes.ts'
import { favoritesRoutes } from '#features/favorites/server/routes.ts'
import { followingRoutes } from '#features/following/server/routes.ts'
import type { GeneratorContext } from '#features/generator/server/generator-context.ts'
import { generatorRoutes } from '#features/generator/server/routes.ts'
import type { Health } from '#features/health/contract.ts'
import { healthRoutes } from '#features/health/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { invitationsRoutes } from '#features/invitations/server/routes.ts'
import { mcpCollectionPath, mcpPath } from '#features/mcp/rules.ts'
import type { AnswerCache } from '#features/mcp/server/answer-cache.ts'
import type { McpContext } from '#features/mcp/server/mcp-context.ts'
import { mcpRoutes } from '#features/mcp/server/routes.ts'
import { createModels, type Models } from '#features/models/server/create-models.ts'
import { modelsRoutes } from '#features/models/server/routes.ts'
import { createRunLimit } from '#features/models/server/run-limit.ts'
import { type ModelSettings, noModels } from '#features/models/server/vendor-settings.ts'
import type { ModerationContext } from '#features/moderation/server/moderation-context.ts'
import { moderationRoutes } from '#features/moderation/server/routes.ts'
import type { NotificationContext } from '#features/notifications/server/notification-context.ts'
import { notificationsRoutes } from '#features/notifications/server/routes.ts'
import { unsubscribeRoutes } from '#features/notifications/server/unsubscribe-routes.ts'
import { unsubscribePath } from '#features/notifications/server/unsubscribe-token.ts'
import { passkeysRoutes } from '#features/passkeys/server/routes.ts'
import { promptStatisticsRoutes } from '#features/prompt-statistics/server/routes.ts'
import { promptTestsRoutes } from '#features/prompt-tests/server/routes.ts'
import type { TestContext } from '#features/prompt-tests/server/test-context.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import type { SearchContext } from '#features/search/server/search-queries.ts'
import { secondFactorRoutes } from '#features/second-factor/server/routes.ts'
import { siteRoutes } from '#features/site/server/routes.ts'
import type { Site } from '#features/site/server/site.ts'
import { bearerOf, findTokenMember } from '#features/tokens/server/find-token-member.ts'
import { tokensRoutes } from '#features/tokens/server/routes.ts'
import { toolsRoutes } from '#features/tools/server/routes.ts'
import { transferRoutes } from '#features/transfer/server/routes.ts'
import type { ViewCounter } from '#features/views/server/count-view.ts'
import { viewsRoutes } from '#features/views/server/routes.ts'
import { votesRoutes } from '#features/votes/server/routes.ts'
import { worksheetRoutes } from '#features/worksheet/server/routes.ts'
import { writingRoutes } from '#features/writing/server/routes.ts'
import { createApiDocs } from './api-docs.ts'
import type { BackupPlan } from './backup/nightly-backups.ts'
import { checkAccess } from './check-access.ts'
import { declareJobs } from './declare-jobs.ts'
import { createErrorHandler, refuseOtherMethods, respondNotFound } from './error-responses.ts'
import { hooks } from './hooks.ts'
import { limitBody } from './limit-body.ts'
import { describeAccess, describeApi } from './openapi.ts'
import { type Api, createApi, type Platform } from './platform/api.ts'
import { networkOf } from './platform/limits.ts'
import type { Log } from './platform/log-fields.ts'
import { readFromReplica } from './replica-reads.ts'
import {
  type AfterWrite,
  type FindMember,
  keepFromCaches,
  recognizeMembers,
  refuseOtherBodies,
  requestGuards,
  runAfterWrites,
} from './request-guards.ts'
import { limitRequests, limitTokens, type NetworkCounter, warnOfUnnamedProxy } from './request-limit.ts'
import { noLog, requestLogger } from './request-log.ts'
import { restrictMembers } from './restrict-members.ts'
import { createSiteHealth } from './site-health.ts'
import { traceRequests } from './trace-requests.ts'

export type AppOptions = Platform & {
  captcha: SiteCaptcha
  /** SESSION_SECRET. Unset: the database stores one. */
  sessionSecret?: string
  views: ViewCounter
  log?: Log
  /** Limits the API as a whole (RATE_LIMITS). */
  limitsRequests?: boolean
  /** What these limits count. Unset: the requests to this process. */
  counters?: { requests: NetworkCounter; tokens: NetworkCounter }
  /** The origin that browsers see. Unset: the request's own Host counts. */
  publicOrigin?: string
  /** The proxies whose X-Forwarded-For counts (addresses and CIDR ranges). */
  trustProxy?: string
  siteName?: string
  /** Admins without a second factor can only set one up (ADMIN_SECOND_FACTOR). */
  adminsNeedSecondFactor?: boolean
  /** The site is for members (ACCESS=members). Who they are, the HTTP server asks before it calls the app. */
  isClosed?: boolean
  /** The operator's own legal pages (SITE_DIR). */
  legalPages?: Site['legalPages']
  /** Who may create an account (REGISTRATION, REGISTRATION_DOMAINS). Unset: everybody. */
  registration?: Accounts['registration']
  /** Emails are delivered (SMTP_URL). Then sign-in methods need a confirmed address. */
  sendsEmail?: boolean
  /** Whether prompts of new members wait for a moderator; `post` by default. */
  moderation?: Moderation
  /** The recipient of visitors' messages. Unset: every admin. */
  contactEmail?: string
  /** Votes of younger accounts count once they are this old (VOTE_MATURITY_HOURS). */
  voteMaturityHours?: number
  /** Runs before the response to a write, so that its author's next click shows it. */
  afterWrite?: AfterWrite
  /** Limits first grants of credits per network. */
  capFirstGrants?: boolean
  /** The server's own address, for texts that need a full one. publicOrigin takes precedence. */
  ownAddress?: () => string
  /** The other sites for signing in. Unset: none. */
  oauth?: OauthSettings
  /** The payment provider. Unset: payments are off. */
  payments?: Payments
  /** The vendors of language models. Unset: only the built-in engines. */
  models?: ModelSettings
  /** Aborted when the server stops. Streams then end and refund their holds. */
  stopping?: AbortSignal
  /** Finds prompts by their meaning. Unset: words alone decide. */
  findSimilar?: FindSimilar
  /** Where pictures of examples are kept. Unset: among the temporary files. */
  pictures?: PictureStore
  /** Nobody adds or sees examples (EXAMPLES). */
  examplesOff?: boolean
  /** The folder of share images. Unset: they are not stored. */
  shareFolder?: string
  /** The folder of dumps of all prompts. Unset: one among the temporary files. */
  dumpFolder?: string
  /** How many processes use this folder (WORKERS). */
  workers?: number
  /** The answers to visitors' lists by the Model Context Protocol. Unset: they aren't cached. */
  mcpAnswers?: AnswerCache
  /** Whether the site runs the tests of featured prompts automatically (FEATURED_TESTS). */
  reruns?: boolean
  /** Unset: no nightly backups. */
  backups?: BackupPlan
  /** Reads of visitors may go to a replica (DATABASE_REPLICA_URL). */
  readsReplica?: boolean
  /** The folder of emails on a site without SMTP. Old ones are deleted. */
  outboxFolder?: string
  /** What the page Health shows. Unset: only what is in the database. */
  readHealth?: () => Promise<Health>
}

/** Creates the API: middleware in order, then every feature's routes. Without pages. */
export function createApp(options: AppOptions): Api {
  const log = options.log ?? noLog
  const credits = creditContext(options)
  const accounts = accountsOf(options, credits)
  const runs = runContext(options, credits)
  const billing = billingContext(options, credits, runs.models)
  const moderation = moderationContext(options)
  const notifications = notificationContext(options)
  const examples = examplesContext(options, moderation)
  const writing = { moderation: moderation.moderation, onPublished: hooks.onPublished }
  const app = createApi()
  const find: FindMember = async (headers, secure) => {
    const bearer = bearerOf(headers)
    if (bearer === null) return findMember(accounts, headers, secure, options.now())
    const member = await findTokenMember(options, bearer, options.now())
    return member && { member }
  }
  app.onError(createErrorHandler(log, async (c) => (await find(c.req.raw.headers, c.get('secure'))) !== null))
  app.notFound(respondNotFound)

  app.use(traceRequests)
  app.use(requestLogger(log))
  app.use(requestGuards({ ...options, fromAnywhere: unsubscribePath }))
  if (options.isClosed) app.use(keepFromCaches)
  if (options.limitsRequests)
    app.use(limitRequests({ requests: options.counters?.requests, trustsProxy: Boolean(options.trustProxy) }))
  if (!options.trustProxy) app.use(warnOfUnnamedProxy(log))
  if (options.readsReplica) app.use(readFromReplica)
  // Nowhere else: the token of /metrics is no API token.
  const mcpPaths = [mcpPath, `${mcpCollectionPath}*`]
  for (const path of ['/api/*', ...mcpPaths]) app.use(path, recognizeMembers(find))
  if (options.limitsRequests) app.use(limitTokens({ requests: options.counters?.tokens }))
  app.use(restrictMembers)
  // Before authentication, since these routes are closed to everybody.
  if (!billing) app.route('/', closedBillingRoutes())
  const endpoints = Object.values(contract)
  describeAccess(app)
  const otherMethods = refuseOtherMethods(app, endpoints)
  for (const path of mcpPaths) app.use(path, refuseOtherBodies, limitBody)
  // Before the access of endpoints is checked: each tool checks its own.
  app.route('/', mcpRoutes(mcpContext(options, writing)))
  app.use(checkAccess(endpoints))
  // Mail programs send a form.
  app.route('/', unsubscribeRoutes(notifications))
  app.route('/', uploadRoutes(examples))
  app.use(refuseOtherBodies)
  app.use(limitBody)
  app.use(runAfterWrites(options.afterWrite, log))

  declareJobs({
    accounts,
    moderation,
    examples,
    billing,
    notifications,
    tests: runs,
    reruns: options.reruns ?? false,
    outbox: options.outboxFolder,
    backups: options.backups,
    log,
  })

  app.route('/', accountsRoutes(accounts))
  app.route('/', secondFactorRoutes(accounts))
  app.route('/', passkeysRoutes(accounts))
  app.route('/', connectionsRoutes({ ...accounts, oauth: options.oauth ?? { keys: {} }, claims: claimHooks(options) }))
  app.route('/', invitationsRoutes(accounts))
  app.route('/', tokensRoutes(accounts))
  app.route('/', captchaRoutes(options))
  app.route('/', homeRoutes(options))
  app.route('/', catalogueRoutes(options, { findUserId }))
  app.route('/', writingRoutes(options, writing))
  app.route('/', worksheetRoutes(options))
  app.route('/', examplesRoutes(examples))
  app.route('/', pictureRoutes(examples))
  app.route('/', transferRoutes(options, writing))
  app.route('/', toolsRoutes(options))
  app.route('/', votesRoutes(options, { maturityHours: options.voteMaturityHours ?? 0 }))
  app.route('/', favoritesRoutes(options))
  app.route('/', collectionsRoutes(options, hooks.onItemAdded))
  app.route('/', searchRoutes(searchContext(options)))
  app.route('/', followingRoutes(options))
  app.route('/', blocksRoutes(options))
  app.route('/', notificationsRoutes(notifications))
  app.route('/', contributorsRoutes(options))
  app.route('/', claimsRoutes(options))
  app.route('/', creditsRoutes(options, credits))
  if (billing) app.route('/', billingRoutes(billing))
  app.route('/', modelsRoutes(options, runs.models, { ...runs.streams, origin: originOf(options) }))
  app.route('/', generatorRoutes(runs))
  app.route('/', comparisonRoutes(runs))
  app.route('/', commentsRoutes({ ...options, hooks }))
  app.route('/', promptTestsRoutes(runs))
  app.route('/', changeRequestsRoutes({ ...runs, writing }))
  app.route('/', moderationRoutes(moderation))
  app.route('/', healthRoutes(options.readHealth ?? createSiteHealth(options)))
  app.route('/', contactRoutes(options, { name: nameOf(options), contactEmail: options.contactEmail }))
  app.route('/', siteRoutes(options, siteOf(options, examples)))
  app.route('/', viewsRoutes(options, options.views))
  app.route('/', promptStatisticsRoutes(options))

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

/** What a login at GitHub does for a claim. */
function claimHooks({ db, now }: AppOptions): ClaimHooks {
  return {
    check: (member, name) => getUnclaimedAuthorOrThrow(db, member, name),
    prove: (member, claim) => proveClaim(db, member, claim, now()),
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

function notificationContext(options: AppOptions): NotificationContext {
  const { sendsEmail = false } = options
  return { ...options, sendsEmail, siteName: nameOf(options), origin: originOf(options) }
}

function examplesContext(options: AppOptions, { moderation }: ModerationContext): ExamplesContext {
  const { pictures = createFolderStore(join(tmpdir(), 'promptarium-pictures')), log = noLog } = options
  const warn = (error: unknown) => log.error({ error: String(error) }, 'the storage of pictures failed')
  const store = explainFailures(pictures, warn)
  return { ...options, moderation, store, isOpen: !options.examplesOff }
}

/** The dependencies of the generator, comparisons and tests. */
function runContext(options: AppOptions, credits: CreditContext): GeneratorContext & ComparisonContext & TestContext {
  const { models: settings = noModels, stopping = new AbortController().signal, log = noLog } = options
  const models = createModels({ ...options, settings, log: (fields) => log.warn(fields, 'a model failed') })
  return { ...options, models, runs: createRunLimit(), credits, streams: { stopping, log } }
}

/** The dependencies of payments; null if they are off. */
function billingContext(options: AppOptions, credits: CreditContext, models: Models): Billing | null {
  const { payments } = options
  const canSpendCredits = () => models.list().some(({ vendor, available }) => available && vendor !== 'built-in')
  return payments ? { ...options, payments, credits, origin: originOf(options), canSpendCredits } : null
}

/** The dependencies of credits. */
export function creditContext({
  now,
  payments,
  capFirstGrants = false,
}: Pick<AppOptions, 'now' | 'payments' | 'capFirstGrants'>): CreditContext {
  const account = payments?.account
  return { now, planOf: (tx, userId) => planOf(tx, { userId, account }, now()), capFirstGrants }
}

function searchContext({ db, findSimilar = async () => new Map() }: AppOptions): SearchContext {
  return { db, findSimilar }
}

function mcpContext(options: AppOptions, writing: McpContext['writing']): McpContext {
  const { log = noLog, mcpAnswers: answers } = options
  const warn = (error: unknown) => log.error({ error: String(error) }, 'a request of the Model Context Protocol failed')
  const search = searchContext(options)
  return { ...options, ...search, siteName: nameOf(options), origin: originOf(options), writing, warn, answers }
}

function siteOf(options: AppOptions, { store: pictures }: ExamplesContext): Site {
  const { shareFolder, dumpFolder, workers = 1 } = options
  const log = options.log ?? noLog
  return {
    name: nameOf(options),
    origin: originOf(options),
    isClosed: options.isClosed,
    legalPages: options.legalPages,
    shareFolder,
    pictures,
    dumpFolder,
    workers,
    warn: (error) => log.warn({ error: error.message }, 'a share image could not be stored'),
  }
}
