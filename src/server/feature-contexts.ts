import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { AccountHooks, Accounts } from '#features/accounts/server/account-hooks.ts'
import { createSessionKey } from '#features/accounts/server/sessions/session-key.ts'
import type { Billing } from '#features/billing/server/billing-context.ts'
import { forgetCustomer } from '#features/billing/server/forget-customer.ts'
import { planOf } from '#features/billing/server/subscription-queries.ts'
import { listCategories } from '#features/catalogue/server/category-queries.ts'
import type { SectionConditions } from '#features/catalogue/server/prompt-queries.ts'
import { getUnclaimedAuthorOrThrow, proveClaim } from '#features/claims/server/prove-claim.ts'
import { mayHaveComments } from '#features/comments/server/comment-subject.ts'
import type { ComparisonContext } from '#features/comparison/server/comparison-context.ts'
import { hasComparisons } from '#features/comparison/server/comparison-counts.ts'
import type { ClaimHooks, OauthSettings } from '#features/connections/server/oauth-settings.ts'
import type { CreditContext } from '#features/credits/server/credit-context.ts'
import { readCredits } from '#features/credits/server/credit-queries.ts'
import { hasExamples } from '#features/examples/server/example-queries.ts'
import type { ExamplesContext } from '#features/examples/server/examples-context.ts'
import { createFolderStore, explainFailures } from '#features/examples/server/picture-store.ts'
import { createGenerationBatches } from '#features/generator/server/batch-generations.ts'
import type { GeneratorContext } from '#features/generator/server/generator-context.ts'
import { createListResponses } from '#features/mcp/server/list-responses.ts'
import type { McpContext } from '#features/mcp/server/mcp-context.ts'
import { createModels, type Models } from '#features/models/server/create-models.ts'
import { createRunLimit } from '#features/models/server/run-limit.ts'
import { noModels } from '#features/models/server/vendor-settings.ts'
import type { ModerationContext } from '#features/moderation/server/moderation-context.ts'
import type { NotificationContext } from '#features/notifications/server/notification-context.ts'
import type { OauthContext } from '#features/oauth/server/oauth-context.ts'
import { isTested } from '#features/prompt-tests/server/result-queries.ts'
import type { TestContext } from '#features/prompt-tests/server/test-context.ts'
import type { SearchContext } from '#features/search/server/search-queries.ts'
import type { Site } from '#features/site/server/site.ts'
import { createSharedRead } from '#platform/database/read-batcher.ts'
import { networkOf } from '#platform/limits.ts'
import type { AppOptions } from './app-options.ts'
import { credentialsOf } from './credentials.ts'
import { hooks } from './hooks.ts'
import { reportables } from './reportables.ts'
import { noLog } from './telemetry/request-log.ts'

// Each function `…Context` creates what the routes of a feature need, from the app's options. `runContext` serves four
// features.

export function accountsContext(options: AppOptions, credits: CreditContext): Accounts {
  const sessionKey = createSessionKey(options.db, options.sessionSecret)
  const creditsOf: AccountHooks['creditsOf'] = (db, userId, address) =>
    readCredits(db, credits, { userId, network: networkOf(address) })
  const onAccountDeleted = [forgetCustomer(options.jobs), ...hooks.onAccountDeleted]
  return {
    ...options,
    hooks: { ...hooks, creditsOf, onAccountDeleted, credentials: credentialsOf(oauthOf(options)) },
    sessionKey,
    siteName: siteNameOf(options),
    origin: siteOrigin(options),
  }
}

/** The settings of the providers whose accounts can sign in. Without settings, there are none. */
export function oauthOf({ oauth = { keys: {} } }: AppOptions): OauthSettings {
  return oauth
}

/** The hooks that let a login at GitHub prove a member's claim. */
export function claimHooks({ db, now }: AppOptions): ClaimHooks {
  return {
    check: (member, name) => getUnclaimedAuthorOrThrow(db, member, name),
    prove: (member, claim) => proveClaim(db, member, claim, now()),
  }
}

export function siteNameOf({ siteName = 'Promptarium' }: AppOptions): string {
  return siteName
}

/** Returns a function that returns the site's address, for texts that need a full address. */
export function siteOrigin({
  publicOrigin,
  ownAddress = () => 'http://localhost',
}: Pick<AppOptions, 'publicOrigin' | 'ownAddress'>): () => string {
  return () => publicOrigin ?? ownAddress()
}

export function moderationContext(options: AppOptions): ModerationContext {
  const { moderation = 'post', voteMaturityHours = 0 } = options
  const site = { siteName: siteNameOf(options), origin: siteOrigin(options) }
  return { ...options, ...site, hooks, reportables, moderation, voteMaturityHours }
}

export function notificationContext(options: AppOptions): NotificationContext {
  const { sendsEmail = false } = options
  return { ...options, sendsEmail, siteName: siteNameOf(options), origin: siteOrigin(options) }
}

export function examplesContext(options: AppOptions, { moderation }: ModerationContext): ExamplesContext {
  const { pictures = createFolderStore(join(tmpdir(), 'promptarium-pictures')), log = noLog } = options
  const logError = (error: unknown) => log.error({ error: String(error) }, 'picture storage failed')
  const store = explainFailures(pictures, logError)
  return { ...options, moderation, store, isOpen: !options.areExamplesOff }
}

/** For each section of a prompt's page, the condition that it may have something to show (`Prompt.sections`). */
export function promptSectionsOf({ isOpen }: ExamplesContext): SectionConditions {
  return {
    // A site that allows no examples answers differently.
    examples: isOpen ? hasExamples : sql`true`,
    comments: mayHaveComments,
    comparisons: hasComparisons,
    tests: isTested,
  }
}

/** What the generator, comparisons, tests and suggested edits need. */
export function runContext(
  options: AppOptions,
  credits: CreditContext,
): GeneratorContext & ComparisonContext & TestContext {
  const { models: settings = noModels, shutdownSignal = new AbortController().signal, log = noLog } = options
  const models = createModels({ ...options, settings, log: (fields) => log.warn(fields, 'a model failed') })
  const batches = createGenerationBatches(options)
  const readCategories = createSharedRead(async () => (await listCategories(options.db)).map(({ slug }) => slug))
  return {
    ...options,
    ...searchContext(options),
    models,
    runs: createRunLimit(options),
    batches,
    readCategories,
    credits,
    streams: { shutdownSignal, log },
  }
}

/** What payments need. Null if payments are off. */
export function billingContext(options: AppOptions, credits: CreditContext, models: Models): Billing | null {
  const { payments } = options
  const canSpendCredits = () => models.list().some(({ vendor, available }) => available && vendor !== 'built-in')
  return payments ? { ...options, payments, credits, origin: siteOrigin(options), canSpendCredits } : null
}

/** What credits need. `limitsFirstGrants`: whether only a few accounts per network and day get their first credits. */
export function creditContext({
  now,
  payments,
  limitsFirstGrants = false,
}: Pick<AppOptions, 'now' | 'payments' | 'limitsFirstGrants'>): CreditContext {
  const account = payments?.account
  return { now, planOf: (tx, userId) => planOf(tx, { userId, account }, now()), limitsFirstGrants }
}

export function searchContext({
  db,
  findSimilar = async () => ({ similarities: new Map(), isComplete: true }),
}: AppOptions): SearchContext {
  return { db, findSimilar }
}

export function mcpContext(options: AppOptions, writing: McpContext['writing']): McpContext {
  const { log = noLog, answers } = options
  const logError = (error: unknown) => log.error({ error: String(error) }, 'an MCP request failed')
  const search = searchContext(options)
  return {
    ...options,
    ...search,
    siteName: siteNameOf(options),
    origin: siteOrigin(options),
    writing,
    logError,
    responses: answers && createListResponses(answers),
  }
}

export function oauthContext(options: AppOptions, accounts: Accounts): OauthContext {
  const {
    log = noLog,
    isClosed,
    refusesAppRegistration: refusesRegistration,
    fetchAppDocument: fetchDocument,
  } = options
  const logError = (error: unknown) => log.error({ error: String(error) }, 'an OAuth request failed')
  return { ...accounts, isClosed, refusesRegistration, fetchDocument, logError }
}

export function siteContext(options: AppOptions, { store: pictures }: ExamplesContext): Site {
  const { shareFolder, dumpFolder, workers = 1 } = options
  const log = options.log ?? noLog
  return {
    name: siteNameOf(options),
    origin: siteOrigin(options),
    isClosed: options.isClosed,
    legalPages: options.legalPages,
    shareFolder,
    pictures,
    dumpFolder,
    workers,
    warn: (error) => log.warn({ error: error.message }, 'a share image could not be stored'),
  }
}
