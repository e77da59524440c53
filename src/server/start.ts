import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { foldCopies } from '#features/catalogue/server/fold-copies.ts'
import { createApp } from './app.ts'
import { createContentWatch } from './content-watch.ts'
import { openDatabase } from './database.ts'
import { createHttpServer } from './http-server.ts'
import { createMetrics } from './metrics.ts'
import { migrate } from './migrations.ts'
import { operatorRoutes } from './operator-routes.ts'
import { noteContent } from './page-content.ts'
import { securityHeaders } from './page-headers.ts'
import { createPages } from './pages.ts'
import type { Db } from './platform/db.ts'
import { StartError } from './platform/start-error.ts'
import { repeat } from './repeat.ts'
import { isLocal, type Settings } from './settings.ts'
import { loadStarter } from './starter.ts'
import { readStaticFiles } from './static-files.ts'
import { buildWebIfNeeded, clientFolder, loadPageRenderer } from './web-build.ts'

/** Another process's write shows within two of these, in ms. */
const watchMs = 1_000
/** Copies show in totals after at most this, in ms (contract: 60 s with the page's own age). */
const foldMs = 15_000
/** What runs when the server is told to stop may take this long, in ms. */
const drainMs = 10_000

export type RunningServer = { address: string; prompts: number; stop(): Promise<void> }

/** Starts the whole product: database, migrations, pages, server. Throws StartError: one line that says what to do. */
export async function startServer(settings: Settings, say: (line: string) => void): Promise<RunningServer> {
  const log = pino(
    { level: settings.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )
  const database = await openDatabase(settings, { purpose: 'server', log: (message) => log.warn({}, message) })
  try {
    await migrate(database.db)
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
  const watch = createContentWatch(db)
  let address = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`
  const app = createApp({
    db,
    now: () => new Date(),
    log,
    publicOrigin: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    siteName: settings.SITE_NAME,
    ownAddress: () => address,
    shareFolder: join(settings.DATA_DIR, 'share'),
    afterWrite: watch.check,
  })
  const headers = securityHeaders(settings.PUBLIC_URL?.startsWith('https:') ?? false)
  const createPageRenderer = await loadPageRenderer()
  const pages = createPages({
    renderer: createPageRenderer(async (path, init) => noteContent(path, await app.request(path, init)), {
      name: settings.SITE_NAME,
      origin: settings.PUBLIC_URL ?? null,
      contact: settings.CONTACT_URL ?? null,
    }),
    writer: (request) => app.fetch(request),
    origin: address,
    headers,
    log,
  })
  const metrics = createMetrics({ cacheBytes: () => pages.bytes, poolWaiting: () => pool.waitingCount })
  app.route(
    '/',
    operatorRoutes({
      db,
      metrics,
      metricsToken: settings.METRICS_TOKEN,
      isLocal: isLocal(settings),
      isDraining: () => draining,
    }),
  )
  const server = createHttpServer({
    app,
    pages,
    files: await readStaticFiles(clientFolder, headers),
    headers,
    metrics,
  })
  server.requestTimeout = 15_000
  server.headersTimeout = 10_000
  await listen(server, settings)

  watch.onChange(pages.contentChanged)
  const jobs = [repeat(watchMs, watch.check, log), repeat(foldMs, () => foldCopies(db, new Date()), log)]
  address = addressOf(server.address() as AddressInfo, settings)
  log.info({ address }, 'listening')

  return {
    address,
    prompts:
      (await db.selectFrom('prompt_counts').select('prompts').where('scope', '=', 'all').executeTakeFirst())?.prompts ??
      0,
    async stop() {
      draining = true
      log.info({}, 'stopping')
      for (const job of jobs) job.stop()
      await close(server)
      await database.close()
    },
  }
}

type HttpServer = ReturnType<typeof createHttpServer>

function listen(server: HttpServer, { HOST, PORT }: Settings): Promise<void> {
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

/** Stops taking requests, lets running ones end, and cuts off what takes longer than 10 s. */
async function close(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(timer)
}
