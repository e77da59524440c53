import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pino from 'pino'
import { markAllLikeness } from '#features/catalogue/server/mark-likeness.ts'
import { purgePrompts } from '#features/catalogue/server/purge-prompts.ts'
import { offeredProviders } from '#features/connections/server/oauth-settings.ts'
import { foldViews } from '#features/views/server/fold-views.ts'
import { foldCopies } from '#features/worksheet/server/fold-copies.ts'
import { createApp } from './app.ts'
import { createContentWatch } from './content-watch.ts'
import { openDatabase } from './database.ts'
import { findWrongMaking } from './database-fitness.ts'
import { createHttpServer } from './http-server.ts'
import { createLog, createPageLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { migrate } from './migrations.ts'
import { operatorRoutes } from './operator-routes.ts'
import { noteContent } from './page-content.ts'
import { securityHeaders } from './page-headers.ts'
import { pagePolicy } from './page-policy.ts'
import { createPages } from './pages.ts'
import { createPaymentService } from './payments.ts'
import type { Db } from './platform/db.ts'
import { createReadiness } from './readiness.ts'
import { release } from './release.ts'
import { repeat } from './repeat.ts'
import { pageLogger } from './request-log.ts'
import { createServices, outboxFolder } from './services.ts'
import {
  captchaKeys,
  contactEmail,
  isLocal,
  modelSettings,
  oauthSettings,
  optionalServices,
  type Settings,
} from './settings.ts'
import { StartError } from './start-error.ts'
import { loadStarter } from './starter.ts'
import { readStaticFiles } from './static-files.ts'
import { buildWebIfNeeded, clientFolder, loadPageRenderer, styleSheetOf } from './web-build.ts'

/** Another process's write shows within two of these, in ms. */
const watchMs = 1_000
/** Copies show in totals after at most this, in ms (contract: 60 s with the page's own age). */
const foldMs = 15_000
/** Jobs that couldn't begin are begun again after so long, in ms; once begun, this does nothing. */
const startJobsMs = 30_000
/** How often what is due goes for good, and what an older version stored is made findable, in ms. */
const tidyMs = 6 * 60 * 60_000
/** What runs when the server is told to stop may take this long, in ms. */
const drainMs = 10_000

/** `stop` waits DRAIN_SECONDS before it closes; said once more, it waits no longer. */
export type RunningServer = { address: string; prompts: number; stop(): Promise<void> }

/** Starts the whole product: database, migrations, pages, server. Throws StartError: one line that says what to do. */
export async function startServer(settings: Settings, say: (line: string) => void): Promise<RunningServer> {
  const log = createLog(settings.LOG_LEVEL)
  await refuseTakenPort(settings)
  const database = await openDatabase(settings, { purpose: 'server', log: (message) => log.warn({}, message) })
  try {
    await migrate(database.db)
    const wrong = await findWrongMaking(database.db)
    if (wrong) log.warn({}, `${wrong}. To move the site: back up, create a suitable database, restore`)
    if (settings.STARTER === 'on') await fillEmptyCatalogue(database.db, say)
    await buildWebIfNeeded(say)
    return await serve(settings, database, log)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function fillEmptyCatalogue(db: Db, say: (line: string) => void): Promise<void> {
  const { prompts, tools } = await loadStarter(db)
  if (prompts + tools > 0) say(`The starter catalogue is in: ${prompts} prompts, ${tools} tools.`)
}

type Database = Awaited<ReturnType<typeof openDatabase>>

async function serve(settings: Settings, database: Database, log: pino.Logger): Promise<RunningServer> {
  const { db, pool } = database
  let draining = false
  let ended: Promise<void> | undefined
  const hurry = new AbortController()
  const stopping = new AbortController()
  const watch = createContentWatch(db)
  let address = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const services = createServices(settings, db, log)
  await services.jobs.open()
  const oauth = oauthSettings(settings)
  const paying = await createPaymentService(settings, { db, now: services.now, log })
  const app = createApp({
    ...services,
    db,
    outboxFolder: outboxFolder(settings),
    payments: paying.payments,
    contactEmail: contactEmail(settings),
    log,
    limitsRequests: settings.RATE_LIMITS === 'on',
    // On a site for this machine alone, everybody has the same network.
    capFirstGrants: !isLocal(settings) && (settings.RATE_LIMITS === 'on' || settings.CAPTCHA !== 'off'),
    publicOrigin: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    sessionSecret: settings.SESSION_SECRET,
    siteName: settings.SITE_NAME,
    adminsNeedSecondFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    moderation: settings.MODERATION,
    voteMaturityHours: settings.VOTE_MATURITY_HOURS,
    ownAddress: () => address,
    shareFolder: join(settings.DATA_DIR, 'share'),
    afterWrite: watch.check,
    models: modelSettings(settings),
    oauth,
    stopping: stopping.signal,
  })
  const headers = securityHeaders(settings.PUBLIC_URL?.startsWith('https:') ?? false)
  const optional = optionalServices(settings)
  const createPageRenderer = await loadPageRenderer()
  const files = await readStaticFiles(clientFolder, headers)
  const keys = captchaKeys(settings)
  const pages = createPages({
    renderer: createPageRenderer(async (path, init) => noteContent(path, await app.request(path, init)), {
      name: settings.SITE_NAME,
      origin: settings.PUBLIC_URL ?? null,
      contact: settings.CONTACT_URL ?? null,
      services: optional,
      prefetch: settings.PREFETCH === 'on' || undefined,
      signInBy: offeredProviders(oauth),
    }),
    writer: (request) => app.fetch(request),
    policyOf: pagePolicy(keys, optional, paying.payments?.provider),
    origin: address,
    siteName: settings.SITE_NAME,
    styleSheet: styleSheetOf(files),
    headers,
    log,
  })
  const metrics = createMetrics({ cacheBytes: () => pages.bytes, poolWaiting: () => pool.waitingCount })
  app.route(
    '/',
    operatorRoutes({
      readiness: createReadiness({ db, log }),
      metrics,
      metricsToken: settings.METRICS_TOKEN,
      isLocal: isLocal(settings),
      isDraining: () => draining,
    }),
  )
  const server = createHttpServer({
    app,
    pages,
    files,
    headers,
    metrics,
    isDraining: () => draining,
    log: pageLogger(createPageLog(settings.LOG_LEVEL), settings.TRUST_PROXY),
  })
  server.requestTimeout = 15_000
  server.headersTimeout = 10_000
  await listen(server, settings)

  watch.onChange(pages.contentChanged)
  const rounds = [
    repeat(watchMs, watch.check, log),
    repeat(foldMs, () => foldCopies(db, new Date()), log),
    repeat(tidyMs, () => purgePrompts(db, new Date()), log),
    repeat(tidyMs, () => markAllLikeness(db), log),
    repeat(foldMs, () => foldViews(db, services.views), log),
    repeat(startJobsMs, services.jobs.start, log),
  ]
  address = addressOf(server.address() as AddressInfo, settings)
  await paying.open(() => `${ownAddress(server.address() as AddressInfo, settings)}/api/webhooks/stripe`)
  log.info({ address, release }, 'listening')
  if (!settings.SMTP_URL) log.info({ folder: outboxFolder(settings) }, 'SMTP_URL is unset: letters are written here')

  return {
    address,
    prompts:
      (await db.selectFrom('promptCounts').select('prompts').where('scope', '=', 'all').executeTakeFirst())?.prompts ??
      0,
    stop() {
      if (ended) hurry.abort()
      ended ??= end()
      return ended
    },
  }

  async function end() {
    draining = true
    log.info({ seconds: settings.DRAIN_SECONDS }, 'stopping: no longer ready')
    await sleep(settings.DRAIN_SECONDS * 1000, undefined, { signal: hurry.signal }).catch(() => undefined)
    log.info({}, 'stopping')
    stopping.abort()
    for (const round of rounds) round.stop()
    await Promise.all([close(server), services.jobs.stop()])
    await paying.close()
    await foldViews(db, services.views).catch((error) =>
      log.warn({ error: error.message }, 'the last counted views are lost'),
    )
    await database.close()
  }
}

/** Throws StartError where the port can't be had, before anything is made; who takes it meanwhile is found by `listen`. */
async function refuseTakenPort(settings: Settings): Promise<void> {
  const probe = createServer()
  await listen(probe, settings)
  await new Promise((closed) => probe.close(closed))
}

type HttpServer = ReturnType<typeof createHttpServer>

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(listenFailure(error, HOST, PORT), { cause: error })),
    )
    server.listen(PORT, HOST, resolve)
  })
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken. Stop the other program or set PORT to another number.`
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to 1024 or higher.`
  return `HOST ${host} can't be listened on: ${error.message}. Set HOST to an address of this machine.`
}

function addressOf({ port }: AddressInfo, { HOST, PUBLIC_URL }: Settings): string {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  return PUBLIC_URL ?? `http://${host}:${port}`
}

/** Where this process itself reaches the server, whatever name others know it by. */
function ownAddress({ port }: AddressInfo, { HOST }: Settings): string {
  if (HOST === '0.0.0.0') return `http://127.0.0.1:${port}`
  return `http://${HOST === '::' ? '[::1]' : HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}

/** Stops taking requests, lets running ones end, and cuts off what takes longer than 10 s. */
async function close(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(timer)
}
