import type { Context } from 'hono'
import { contract } from '#contract'
import { findMember } from '#features/accounts/server/find-member.ts'
import { accountsRoutes } from '#features/accounts/server/routes.ts'
import { createSessionFinder } from '#features/accounts/server/sessions/find-session.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { approvalsRoutes } from '#features/approvals/server/routes.ts'
import { billingRoutes, disabledBillingRoutes } from '#features/billing/server/routes.ts'
import { blocksRoutes } from '#features/blocks/server/routes.ts'
import { captchaRoutes } from '#features/captcha/server/routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { changeRequestsRoutes } from '#features/change-requests/server/routes.ts'
import { claimsRoutes } from '#features/claims/server/routes.ts'
import { collectionsRoutes } from '#features/collections/server/routes.ts'
import { commentsRoutes } from '#features/comments/server/routes.ts'
import { comparisonRoutes } from '#features/comparison/server/routes.ts'
import { connectionsRoutes } from '#features/connections/server/routes.ts'
import { contactRoutes } from '#features/contact/server/routes.ts'
import { contributorsRoutes } from '#features/contributors/server/routes.ts'
import { creditsRoutes } from '#features/credits/server/routes.ts'
import { pictureRoutes, uploadRoutes } from '#features/examples/server/picture-routes.ts'
import { examplesRoutes } from '#features/examples/server/routes.ts'
import { createEncoder } from '#features/examples/server/upload-picture.ts'
import { favoritesRoutes } from '#features/favorites/server/routes.ts'
import { followingRoutes } from '#features/following/server/routes.ts'
import { generatorRoutes } from '#features/generator/server/routes.ts'
import { groupTransferRoutes } from '#features/group-transfer/server/routes.ts'
import { groupsRoutes } from '#features/groups/server/routes.ts'
import { healthRoutes } from '#features/health/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { invitationsRoutes } from '#features/invitations/server/routes.ts'
import { mcpCollectionPath, mcpMemberPath, mcpPath } from '#features/mcp/rules.ts'
import { mcpRoutes } from '#features/mcp/server/routes.ts'
import { modelsRoutes } from '#features/models/server/routes.ts'
import { moderationRoutes, toolPictureRoutes } from '#features/moderation/server/routes.ts'
import { notificationsRoutes } from '#features/notifications/server/routes.ts'
import { unsubscribeRoutes } from '#features/notifications/server/unsubscribe-routes.ts'
import { unsubscribePath } from '#features/notifications/server/unsubscribe-token.ts'
import { consentPath, oauthEndpoints } from '#features/oauth/rules.ts'
import { appRoutes } from '#features/oauth/server/app-routes.ts'
import { describeResource } from '#features/oauth/server/describe-resource.ts'
import { oauthRoutes } from '#features/oauth/server/routes.ts'
import { passkeysRoutes } from '#features/passkeys/server/routes.ts'
import { findPrompts } from '#features/prompt-search/server/prompt-search-queries.ts'
import { promptSearchRoutes } from '#features/prompt-search/server/routes.ts'
import { promptStatisticsRoutes } from '#features/prompt-statistics/server/routes.ts'
import { promptTestsRoutes } from '#features/prompt-tests/server/routes.ts'
import { radarRoutes } from '#features/radar/server/routes.ts'
import { referenceRoutes } from '#features/reference/server/routes.ts'
import { searchRoutes } from '#features/search/server/routes.ts'
import { secondFactorRoutes } from '#features/second-factor/server/routes.ts'
import { showcaseRoutes } from '#features/showcase/server/routes.ts'
import { siteRoutes } from '#features/site/server/routes.ts'
import { skillsRoutes } from '#features/skills/server/routes.ts'
import { bearerOf } from '#features/tokens/server/find-token-member.ts'
import { tokensRoutes } from '#features/tokens/server/routes.ts'
import { scheduleLinkChecks } from '#features/tools/server/check-links.ts'
import { toolsRoutes } from '#features/tools/server/routes.ts'
import { transferRoutes } from '#features/transfer/server/routes.ts'
import { translationsRoutes } from '#features/translations/server/routes.ts'
import { viewsRoutes } from '#features/views/server/routes.ts'
import { votesRoutes } from '#features/votes/server/routes.ts'
import { webhooksRoutes } from '#features/webhooks/server/routes.ts'
import { worksheetRoutes } from '#features/worksheet/server/routes.ts'
import { writingRoutes } from '#features/writing/server/routes.ts'
import { type Api, type ApiEnv, createApi } from '#platform/api.ts'
import type { AppOptions } from './app-options.ts'
import { readFromReplicas, rememberWrites } from './database/read-from-replicas.ts'
import {
  accountsContext,
  billingContext,
  claimHooks,
  creditContext,
  examplesContext,
  mcpContext,
  moderationContext,
  notificationContext,
  oauthContext,
  oauthOf,
  promptSectionsOf,
  runContext,
  searchContext,
  siteContext,
  siteNameOf,
  siteOrigin,
} from './feature-contexts.ts'
import { hooks } from './hooks.ts'
import { allowOtherOrigins } from './http/allow-other-origins.ts'
import { answerInLanguage } from './http/answer-in-language.ts'
import { answerReads } from './http/answer-reads.ts'
import { answerVisitors, noteWrites } from './http/answer-visitors.ts'
import { checkAccess } from './http/check-access.ts'
import { describeLimits } from './http/describe-limits.ts'
import { createErrorHandler, refuseOtherMethods, respondNotFound } from './http/error-responses.ts'
import { findBearerMember } from './http/find-bearer-member.ts'
import { limitBody } from './http/limit-body.ts'
import { describeAccess, describeApi } from './http/openapi.ts'
import {
  type FindMember,
  keepFromCaches,
  recognizeMembers,
  refuseOtherBodies,
  requestGuards,
  runAfterWrites,
} from './http/request-guards.ts'
import { limitRequests, limitTokens, warnOfUnnamedProxy } from './http/request-limit.ts'
import { restrictMembers } from './http/restrict-members.ts'
import { declareJobs } from './jobs/declare-jobs.ts'
import { noLog, requestLogger } from './telemetry/request-log.ts'
import { createSiteHealth } from './telemetry/site-health.ts'
import { traceRequests } from './telemetry/trace-requests.ts'

/**
 * Creates the app that serves the API: the middleware in order, then the routes of all features. It serves no
 * pages.
 */
export function createApp(options: AppOptions): Api {
  const log = options.log ?? noLog
  const credits = creditContext(options)
  const accounts = accountsContext(options, credits)
  const runs = runContext(options, credits)
  const billing = billingContext(options, credits, runs.models)
  const moderation = moderationContext(options)
  const notifications = notificationContext(options)
  const examples = examplesContext(options, moderation)
  const writing = { moderation: moderation.moderation, onPublished: hooks.onPublished }
  const app = createApi()
  const memberContext = { ...accounts, findSession: createSessionFinder(options.db) }
  const site = { ...options, origin: siteOrigin(options) }
  const find: FindMember = async (headers, { isSecure, path }) => {
    const bearer = bearerOf(headers)
    if (bearer === null) return findMember(memberContext, headers, isSecure, options.now())
    const member = await findBearerMember(site, bearer, path)
    return member && { member }
  }
  const isMember = async (c: Context<ApiEnv>) =>
    (await find(c.req.raw.headers, { isSecure: c.get('isSecure'), path: c.req.path })) !== null
  app.onError(createErrorHandler(log, isMember))
  app.notFound(respondNotFound)

  app.use(traceRequests)
  app.use(requestLogger(log))
  app.use(answerInLanguage)
  app.use(allowOtherOrigins(options.isClosed === true))
  app.use(describeResource(site))
  const { token, registration } = oauthEndpoints
  app.use(requestGuards({ ...options, fromAnywhere: [unsubscribePath, mcpPath, token, registration] }))
  if (options.isClosed) app.use(keepFromCaches)
  if (options.limitsRequests)
    app.use(limitRequests({ requests: options.counters?.requests, trustsProxy: Boolean(options.trustProxy) }))
  if (!options.trustProxy) app.use(warnOfUnnamedProxy(log))
  if (options.answers) {
    app.use(noteWrites(options.answers))
    app.use('/api/*', answerVisitors(options.answers))
  }
  // Members are recognized only on these paths. Elsewhere, such as at /metrics, a bearer token isn't an API token.
  const mcpPaths = [mcpPath, mcpMemberPath, `${mcpCollectionPath}*`]
  for (const path of ['/api/*', ...mcpPaths, `${consentPath}*`]) app.use(path, recognizeMembers(find))
  if (options.limitsRequests) app.use(limitTokens({ requests: options.counters?.tokens }))
  if (options.hasReplicas) app.use(readFromReplicas, rememberWrites(options.db, log))
  app.use(restrictMembers)
  // These routes come before `checkAccess`, since they refuse everybody.
  if (!billing) app.route('/', disabledBillingRoutes())
  const endpoints = Object.values(contract)
  describeAccess(app)
  const otherMethods = refuseOtherMethods(app, endpoints)
  for (const path of mcpPaths) app.use(path, refuseOtherBodies, limitBody)
  // These routes come before `checkAccess`, since each tool of the Model Context Protocol checks access itself.
  app.route('/', mcpRoutes(mcpContext(options, writing)))
  // These routes come before `refuseOtherBodies`, since the protocol sends forms.
  app.route('/', oauthRoutes(oauthContext(options, accounts)))
  app.use(checkAccess(endpoints))
  // These routes come before `refuseOtherBodies`, since mail programs send forms, and uploads are files.
  app.route('/', unsubscribeRoutes(notifications))
  const encodePicture = createEncoder()
  app.route('/', uploadRoutes(examples, encodePicture))
  app.route('/', toolPictureRoutes(moderation, encodePicture))
  app.route('/', groupTransferRoutes({ ...options, writing: { ...writing, onLabelMoved: hooks.onLabelMoved } }))
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
    rerunsFeatured: options.rerunsFeatured ?? false,
    webhooks: { ...options, siteName: siteNameOf(options), origin: siteOrigin(options), log },
    outbox: options.outboxFolder,
    backups: options.backups,
    log,
  })

  if (options.checksLinks) scheduleLinkChecks(accounts)

  app.route(
    '/',
    accountsRoutes(accounts, (c, addresses) => answerReads(app, c, addresses)),
  )
  app.route('/', secondFactorRoutes(accounts))
  app.route('/', passkeysRoutes(accounts))
  app.route('/', connectionsRoutes({ ...accounts, oauth: oauthOf(options), claims: claimHooks(options), log }))
  app.route('/', groupsRoutes(accounts))
  app.route('/', invitationsRoutes(accounts))
  app.route('/', tokensRoutes(accounts))
  app.route('/', appRoutes(accounts))
  app.route('/', captchaRoutes(options))
  app.route('/', homeRoutes(options))
  // These routes come before those of the catalogue, whose `/api/prompts/{id}` would match `/api/prompts/related`.
  app.route('/', promptSearchRoutes(options))
  app.route('/', catalogueRoutes(options, { findUserId, findPrompts, sections: promptSectionsOf(examples) }))
  app.route('/', translationsRoutes(options))
  app.route('/', writingRoutes(options, { ...writing, onLabelMoved: hooks.onLabelMoved }))
  app.route('/', worksheetRoutes(options))
  app.route('/', examplesRoutes(examples))
  app.route('/', showcaseRoutes(runs))
  app.route('/', pictureRoutes(examples))
  app.route('/', transferRoutes({ ...options, origin: siteOrigin(options), store: examples.store }, writing))
  app.route('/', toolsRoutes(options))
  app.route('/', votesRoutes(options, { maturityHours: options.voteMaturityHours ?? 0 }))
  app.route('/', favoritesRoutes(options))
  app.route('/', collectionsRoutes(options, hooks.onItemAdded))
  app.route('/', skillsRoutes({ ...options, siteName: siteNameOf(options), origin: siteOrigin(options) }))
  app.route('/', searchRoutes(searchContext(options)))
  app.route('/', followingRoutes(options))
  app.route('/', blocksRoutes(options))
  app.route('/', notificationsRoutes(notifications))
  app.route('/', contributorsRoutes(options))
  app.route('/', claimsRoutes(options))
  app.route('/', creditsRoutes(options, credits))
  if (billing) app.route('/', billingRoutes(billing))
  app.route('/', modelsRoutes(options, runs.models, { ...runs.streams, origin: siteOrigin(options) }))
  app.route('/', generatorRoutes(runs))
  app.route('/', comparisonRoutes(runs))
  app.route('/', commentsRoutes({ ...options, hooks }))
  app.route('/', promptTestsRoutes(runs))
  app.route('/', radarRoutes({ ...options, models: runs.models }))
  app.route('/', changeRequestsRoutes({ ...runs, writing }))
  app.route('/', approvalsRoutes({ ...options, writing }))
  app.route('/', moderationRoutes(moderation))
  app.route('/', healthRoutes(options.readHealth ?? createSiteHealth(options)))
  app.route('/', contactRoutes(options, { name: siteNameOf(options), contactEmail: options.contactEmail }))
  app.route('/', siteRoutes(options, siteContext(options, examples)))
  app.route(
    '/',
    referenceRoutes(() => describeApi(app, options.siteName), describeLimits()),
  )
  app.route('/', webhooksRoutes({ ...options, origin: siteOrigin(options) }))
  app.route('/', viewsRoutes(options, options.views))
  app.route('/', promptStatisticsRoutes(options))

  otherMethods.afterRoutes()

  let document: string | undefined
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(describeApi(app, options.siteName))
    return c.body(document, 200, { 'Content-Type': 'application/json' })
  })
  return app
}
