import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createListResponses } from '#features/mcp/server/list-responses.ts'
import { localServerLine } from '#features/models/local-model-rules.ts'
import { createModelFinder } from '#features/models/server/create-model-finder.ts'
import { aggregateViews } from '#features/views/server/aggregate-views.ts'
import type { Api } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import type { Db } from '#platform/database/db.ts'
import { setLanguages, siteLanguages } from '#platform/languages.ts'
import type { Log } from '#platform/log-fields.ts'
import { createApp } from '../app.ts'
import { appOptions } from '../app-options.ts'
import { reportUnusablePlaces } from '../database/backup/backup-status.ts'
import type { OpenDatabase } from '../database/database.ts'
import { createReadiness, type Readiness } from '../database/readiness.ts'
import { createGate } from '../http/closed-site.ts'
import { createHttpServer } from '../http/http-server.ts'
import { closeServer, listen, ownAddress, siteAddress } from '../http/listen.ts'
import { operatorRoutes } from '../http/operator-routes.ts'
import type { AfterWrite } from '../http/request-guards.ts'
import { createPageCounter, createRequestCounter, createTokenCounter, pageNetwork } from '../http/request-limit.ts'
import { readStaticFiles } from '../http/static-files.ts'
import { type FailingWork, startBackgroundWork } from '../jobs/background-work.ts'
import { loadLanguages } from '../languages/load-languages.ts'
import { createTranslatedFiles } from '../languages/translated-files.ts'
import { createCachePurge } from '../pages/cache-purge.ts'
import { createContentWatch } from '../pages/content-watch.ts'
import { securityHeaders } from '../pages/page-headers.ts'
import { createSiteAnswers, createSitePages } from '../pages/site-pages.ts'
import { interfaceLanguages } from '../settings/company-settings.ts'
import { figureSources, isLocal, localModelPorts, modelSettings, type Settings } from '../settings/settings.ts'
import { tracesUrl } from '../settings/telemetry-settings.ts'
import { createPageLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics } from '../telemetry/metrics.ts'
import type { RunningTelemetry } from '../telemetry/opentelemetry-collector.ts'
import { pageLogger } from '../telemetry/request-log.ts'
import { createSiteFigures } from '../telemetry/site-figures.ts'
import { createSiteHealth } from '../telemetry/site-health.ts'
import { buildFolder, clientFolder } from './build.ts'
import { createPaymentService } from './payments.ts'
import { release } from './release.ts'
import { createServices, outboxFolder, type Services } from './services.ts'
import { readSiteFolder } from './site-folder/read-site-folder.ts'
import type { Peers } from './workers/peers.ts'

/**
 * How long a whole request may take to arrive, and how long its headers may take, in ms. On a slow connection, a
 * picture of 10 MB takes a minute.
 */
const requestMs = 60_000
const headersMs = 10_000

/**
 * A running server. `prompts`: how many prompts are published. `stop` waits for DRAIN_SECONDS before it closes the
 * server; a second call ends that wait.
 */
export type RunningServer = { address: string; prompts: number; stop(): Promise<void> }

type Parts = { database: OpenDatabase; log: Log; peers: Peers }

/**
 * Serves the site from a prepared database, as the only process of this server or as one of its workers. `peers`: the
 * other workers.
 */
export async function serve(settings: Settings, { database, log, peers }: Parts): Promise<RunningServer> {
  const { db } = database
  let address = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const stop = createStop(settings.DRAIN_SECONDS, log)
  const traces = await startTracing(settings, log)
  const watch = createContentWatch(db, database.replicas)
  const services = createServices(settings, db, log)
  await services.jobs.open()
  const paymentService = await createPaymentService(settings, { db, now: services.now, log })
  const { payments } = paymentService
  // Votes, credits and runs change no public content, so their responses don't wait for this check.
  const afterWrite: AfterWrite = async (changedPublicContent) => {
    if (changedPublicContent) await peers.showVersion(await watch.check())
  }
  const requests = peers.share('requests', createRequestCounter())
  const tokens = peers.share('tokens', createTokenCounter())
  const answers = createSiteAnswers(settings)
  const ports = localModelPorts(settings)
  const modelFinder = createModelFinder({
    ...{ db, now: services.now, settings: modelSettings(settings), ports },
    // Every worker searches, but one line is enough.
    onFound: (server) => peers.isFirst && log.info({}, localServerLine(server)),
  })
  const readiness = createReadiness({ db, log })
  const pool = () => poolFigures(database.pool)
  const figures = createSiteFigures({ db, readiness, now: services.now, ...figureSources(settings) })
  const failingWork: FailingWork = new Map()
  const headers = {
    ...securityHeaders(settings.PUBLIC_URL?.startsWith('https:') ?? false, settings.HSTS),
    ...(settings.ACCESS === 'members' && { 'X-Robots-Tag': 'noindex, nofollow' }),
  }
  const folder = settings.SITE_DIR ? await readSiteFolder(settings.SITE_DIR, headers) : undefined
  if (folder?.unused.length) log.warn({ files: folder.unused }, 'SITE_DIR has files that the site doesn’t use')
  const legalPages = folder?.pages
  setLanguages(loadLanguages(interfaceLanguages(settings), folder?.texts))
  const parts = {
    db,
    services,
    payments,
    log,
    afterWrite,
    counters: { requests, tokens },
    legalPages,
    readHealth: createSiteHealth({ db, now: services.now, figures, pool, replicas: database.replicas, failingWork }),
    shutdownSignal: stop.signal,
  }
  const hasReplicas = database.replicas !== undefined
  const options = appOptions(settings, { ...parts, modelFinder, answers, ownAddress: () => address, hasReplicas })
  const app = createApp(options)
  const files = new Map([...(await readStaticFiles(clientFolder, headers)), ...(folder?.files ?? [])])
  const translatedFiles = createTranslatedFiles({ languages: siteLanguages(), files, folder: buildFolder, headers })
  const paymentProvider = payments?.provider
  const renders = peers.share('pages', createPageCounter())
  const { brand } = folder ?? {}
  const pages = await createSitePages(settings, {
    ...{ app, answers, files, translatedFiles, brand, headers, address, paymentProvider, renders, log },
  })
  const { isDraining } = stop
  const metrics = createMetrics({ cacheBytes: () => pages.bytes + (answers?.bytes ?? 0), pool, figures, failingWork })
  const allMetrics = peers.shareMetrics(metrics.readParts)
  app.route('/', createOperatorRoutes(settings, { readiness, metrics: allMetrics ?? metrics.read, isDraining }))
  const pageLog = pageLogger(createPageLog(settings.LOG_LEVEL), settings.TRUST_PROXY)
  const networkOf = settings.RATE_LIMITS === 'on' ? pageNetwork(settings.TRUST_PROXY) : undefined
  const server = createHttpServer({
    app,
    mcpResponses: answers && createListResponses(answers),
    pages,
    files,
    translatedFiles,
    headers,
    metrics,
    networkOf,
    isDraining,
    log: pageLog,
    gate: settings.ACCESS === 'members' ? createGate(options) : undefined,
  })
  server.requestTimeout = requestMs
  server.headersTimeout = headersMs
  const cachePurge = cachePurgeOf(settings, log)
  watch.onChange(async (keys) => {
    answers?.drop(keys)
    pages.contentChanged(keys)
    await cachePurge?.purge(keys)
  })
  // The next two calls come in this order, and before the first page is cached, so that no change is missed.
  await peers.onVersion(watch.reach)
  await watch.check()
  await listen(server, settings)
  if (peers.isFirst && options.backups) void reportUnusablePlaces(options.backups.places, log)
  const stopBackgroundWork = startBackgroundWork({
    ...{ db, watch, services, modelFinder, failingWork, log },
    showsExamples: settings.EXAMPLES === 'on',
  })
  address = siteAddress(server, settings)
  await paymentService.open(() => `${ownAddress(server, settings)}/api/webhooks/stripe`)
  logAddress(settings, address, log)
  // A cache in front of the site may have pages from an older release, or from before a change that no process
  // noticed.
  void cachePurge?.purge([everything])

  async function close(): Promise<void> {
    stopBackgroundWork()
    await Promise.all([closeServer(server), services.jobs.stop(), services.sentences.close()])
    await Promise.all([paymentService.close(), cachePurge?.close()])
    await storeLastViews(db, services, log)
    await traces?.stop()
    await database.close()
  }

  return { address, prompts: await countPrompts(db), stop: () => stop.begin(close) }
}

/** Starts sending traces to a collector, if one is configured. The SDK is loaded only then. */
async function startTracing(settings: Settings, log: Log): Promise<RunningTelemetry | undefined> {
  const url = tracesUrl(settings)
  return url ? (await import('../telemetry/opentelemetry-traces.ts')).startTraces(url, log) : undefined
}

type OperatorParts = { readiness: () => Promise<Readiness>; metrics: Metrics['read']; isDraining: () => boolean }

function poolFigures({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { total: totalCount, idle: idleCount, waiting: waitingCount }
}

function createOperatorRoutes(settings: Settings, { readiness, metrics, isDraining }: OperatorParts): Api {
  return operatorRoutes({
    readiness,
    metrics,
    metricsToken: settings.METRICS_TOKEN,
    isLocal: isLocal(settings),
    isDraining,
  })
}

/** The password in CACHE_PURGE_URL, if it has one, is the Bearer token of the requests. */
function cachePurgeOf({ CACHE_PURGE_URL }: Settings, log: Log) {
  if (!CACHE_PURGE_URL) return null
  const url = new URL(CACHE_PURGE_URL)
  const token = decodeURIComponent(url.password) || undefined
  url.username = ''
  url.password = ''
  return createCachePurge({ url: url.href, token, log })
}

function logAddress(settings: Settings, address: string, log: Log): void {
  log.info({ address, release }, 'listening')
  if (!settings.SMTP_URL)
    log.info({ folder: outboxFolder(settings) }, 'SMTP_URL is unset: emails are written to this folder')
}

async function countPrompts(db: Db): Promise<number> {
  const row = await db.selectFrom('promptCounts').select('prompts').where('scope', '=', 'all').executeTakeFirst()
  return row?.prompts ?? 0
}

async function storeLastViews(db: Db, { views }: Services, log: Log): Promise<void> {
  await aggregateViews(db, views).catch((error) =>
    log.warn({ error: error.message }, 'the last counted views are lost'),
  )
}

/**
 * Creates an object that shuts a server down. First the server drains, which means that it isn't ready but still
 * serves, and then it stops.
 */
function createStop(drainSeconds: number, log: Log) {
  let isDraining = false
  let shutdown: Promise<void> | undefined
  const skipDrain = new AbortController()
  const stopController = new AbortController()

  async function drainAndClose(close: () => Promise<void>): Promise<void> {
    isDraining = true
    log.info({ seconds: drainSeconds }, 'stopping: no longer ready')
    await sleep(drainSeconds * 1000, undefined, { signal: skipDrain.signal }).catch(() => undefined)
    log.info({}, 'stopping')
    stopController.abort()
    await close()
  }

  return {
    isDraining: () => isDraining,
    /** Aborted once the server has drained. */
    signal: stopController.signal,
    /** Drains for `drainSeconds`, and then runs `close`. A later call only ends the wait. */
    begin(close: () => Promise<void>): Promise<void> {
      if (shutdown) skipDrain.abort()
      shutdown ??= drainAndClose(close)
      return shutdown
    },
  }
}
