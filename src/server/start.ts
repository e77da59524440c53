import type pino from 'pino'
import { foldViews } from '#features/views/server/fold-views.ts'
import { createApp } from './app.ts'
import { appOptions } from './app-options.ts'
import { startBackgroundWork } from './background-work.ts'
import { createContentWatch } from './content-watch.ts'
import { openDatabase } from './database.ts'
import { findWrongEncoding } from './database-fitness.ts'
import { createHttpServer } from './http-server.ts'
import { closeServer, listen, ownAddress, refuseTakenPort, siteAddress } from './listen.ts'
import { createLog, createPageLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { migrate } from './migrations.ts'
import { operatorRoutes } from './operator-routes.ts'
import { securityHeaders } from './page-headers.ts'
import { createPaymentService } from './payments.ts'
import type { Api } from './platform/api.ts'
import type { Db } from './platform/db.ts'
import { createReadiness } from './readiness.ts'
import { release } from './release.ts'
import { pageNetwork } from './request-limit.ts'
import { pageLogger } from './request-log.ts'
import { createServices, outboxFolder, type Services } from './services.ts'
import { isLocal, type Settings } from './settings.ts'
import { createSitePages } from './site-pages.ts'
import { loadStarter } from './starter.ts'
import { readStaticFiles } from './static-files.ts'
import { createStop } from './stop.ts'
import { buildWebIfNeeded, clientFolder } from './web-build.ts'

/** How long a request may take to arrive, and its headers, in ms. */
const requestMs = 15_000
const headersMs = 10_000

/** `stop` waits DRAIN_SECONDS before it closes. A second call ends the wait. */
export type RunningServer = { address: string; prompts: number; stop(): Promise<void> }

type Database = Awaited<ReturnType<typeof openDatabase>>

/** Starts the whole product: database, migrations, pages, server. Throws StartError: one line that says what to do. */
export async function startServer(settings: Settings, say: (line: string) => void): Promise<RunningServer> {
  const log = createLog(settings.LOG_LEVEL)
  await refuseTakenPort(settings)
  const database = await openDatabase(settings, { purpose: 'server', log: (message) => log.warn({}, message) })
  try {
    await migrate(database.db)
    await warnOfWrongEncoding(database.db, log)
    await fillEmptyCatalogue(settings, database.db, say)
    await buildWebIfNeeded(say)
    return await serve(settings, database, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function warnOfWrongEncoding(db: Db, log: pino.Logger): Promise<void> {
  const wrong = await findWrongEncoding(db)
  if (wrong) log.warn({}, `${wrong}. To move the site: back up, create a suitable database, restore`)
}

async function fillEmptyCatalogue({ STARTER }: Settings, db: Db, say: (line: string) => void): Promise<void> {
  if (STARTER === 'off') return
  const { prompts, tools } = await loadStarter(db)
  if (prompts + tools > 0) say(`The starter catalogue is in: ${prompts} prompts, ${tools} tools.`)
}

async function serve(settings: Settings, database: Database, log: pino.Logger): Promise<RunningServer> {
  const { db } = database
  let address = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const stop = createStop(settings.DRAIN_SECONDS, log)
  const watch = createContentWatch(db)
  const services = createServices(settings, db, log)
  await services.jobs.open()
  const paying = await createPaymentService(settings, { db, now: services.now, log })
  const { payments } = paying
  const parts = { db, services, payments, log, afterWrite: watch.check, stopping: stop.signal }
  const app = createApp(appOptions(settings, { ...parts, ownAddress: () => address }))
  const headers = securityHeaders(settings.PUBLIC_URL?.startsWith('https:') ?? false)
  const files = await readStaticFiles(clientFolder, headers)
  const paymentProvider = payments?.provider
  const pages = await createSitePages(settings, { app, files, headers, address, paymentProvider, log })
  const { isDraining } = stop
  const metrics = createMetrics({ cacheBytes: () => pages.bytes, poolWaiting: () => database.pool.waitingCount })
  app.route('/', checksAndMetrics(settings, { db, metrics, isDraining, log }))
  const pageLog = pageLogger(createPageLog(settings.LOG_LEVEL), settings.TRUST_PROXY)
  const networkOf = settings.RATE_LIMITS === 'on' ? pageNetwork(settings.TRUST_PROXY) : undefined
  const server = createHttpServer({ app, pages, files, headers, metrics, networkOf, isDraining, log: pageLog })
  server.requestTimeout = requestMs
  server.headersTimeout = headersMs
  await listen(server, settings)
  watch.onChange(pages.contentChanged)
  const stopBackgroundWork = startBackgroundWork({ db, watch, services, log })
  address = siteAddress(server, settings)
  await paying.open(() => `${ownAddress(server, settings)}/api/webhooks/stripe`)
  logAddress(settings, address, log)

  async function close(): Promise<void> {
    stopBackgroundWork()
    await Promise.all([closeServer(server), services.jobs.stop()])
    await paying.close()
    await storeLastViews(db, services, log)
    await database.close()
  }

  return { address, prompts: await countPrompts(db), stop: () => stop.begin(close) }
}

type Operating = { db: Db; metrics: Metrics; isDraining: () => boolean; log: pino.Logger }

function checksAndMetrics(settings: Settings, { db, metrics, isDraining, log }: Operating): Api {
  return operatorRoutes({
    readiness: createReadiness({ db, log }),
    metrics,
    metricsToken: settings.METRICS_TOKEN,
    isLocal: isLocal(settings),
    isDraining,
  })
}

function logAddress(settings: Settings, address: string, log: pino.Logger): void {
  log.info({ address, release }, 'listening')
  if (!settings.SMTP_URL) log.info({ folder: outboxFolder(settings) }, 'SMTP_URL is unset: emails are written here')
}

async function countPrompts(db: Db): Promise<number> {
  const row = await db.selectFrom('promptCounts').select('prompts').where('scope', '=', 'all').executeTakeFirst()
  return row?.prompts ?? 0
}

async function storeLastViews(db: Db, { views }: Services, log: pino.Logger): Promise<void> {
  await foldViews(db, views).catch((error) => log.warn({ error: error.message }, 'the last counted views are lost'))
}
