import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Api } from '#platform/api.ts'
import type { Log } from '#platform/log-fields.ts'
import { createGate, type Gate } from '#server/http/closed-site.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createContentWatch } from '#server/pages/content-watch.ts'
import { securityHeaders } from '#server/pages/page-headers.ts'
import { createPages } from '#server/pages/pages.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { noLog, pageLogger } from '#server/telemetry/request-log.ts'
import { createTestSite, type TestAppOptions } from './test-site.ts'

type ListeningOptions = { isClosed?: boolean; log?: Log; limits?: boolean; site?: TestAppOptions }

/**
 * Creates a test site whose HTTP server listens on a free port. Its pages show their own address. `isClosed`: whether
 * the site is for members only. `log` receives what the app logs. `site`: further options of the app. As in the
 * product, a write drops the pages that it changes.
 */
export async function createListeningSite({
  isClosed = false,
  log = noLog,
  site = {},
  ...options
}: ListeningOptions = {}) {
  let origin = ''
  const ownAddress = () => origin
  let checkContent: () => Promise<unknown> = async () => undefined
  const afterWrite = async () => void (await checkContent())
  const testSite = await createTestSite({ ...options, site: { isClosed, log, ownAddress, afterWrite, ...site } })
  const gate = isClosed ? createGate({ ...testSite, ...site, ownAddress }) : undefined
  const listen = (app: Api) => listenFor(app, { gate, isClosed, watch: createContentWatch(testSite.db) })
  const { port, close, watch } = await listen(testSite.app)
  checkContent = watch.check
  origin = `http://127.0.0.1:${port}`
  return {
    testSite,
    port,
    origin,
    /** Sends a request with `Connection: close` as bytes, and returns the whole response. */
    sendRaw(bytes: string): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      socket.write(Buffer.from(bytes, 'latin1'))
      return text(socket)
    },
    /** Starts another server, as a second process of the site would. `app`: its app. */
    listen,
    async close() {
      await close()
      await testSite.close()
    },
  }
}

/** Starts a server for an app on a free port. */
async function listenFor(
  app: Api,
  { gate, isClosed, watch }: { gate?: Gate; isClosed: boolean; watch: ReturnType<typeof createContentWatch> },
) {
  const headers = securityHeaders(false)
  const pages = createPages({
    isClosed,
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers,
    log: noLog,
    writer: (request) => app.fetch(request),
    renderer: async ({ url }) => new Response(`<html>Secrets at ${url}`, { headers: { 'content-type': 'text/html' } }),
  })
  watch.onChange((keys) => pages.contentChanged(keys))
  await watch.check()
  const server = createHttpServer({
    app,
    pages,
    files: new Map(),
    headers,
    metrics: createMetrics({ cacheBytes: () => pages.bytes, pool: () => ({ total: 0, idle: 0, waiting: 0 }) }),
    log: pageLogger(noLog, ''),
    isDraining: () => false,
    gate,
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { port, watch, close: () => new Promise((closed) => server.close(closed)) }
}
