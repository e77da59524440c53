import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createGate } from '#server/http/closed-site.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { securityHeaders } from '#server/pages/page-headers.ts'
import { createPages } from '#server/pages/pages.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { noLog, pageLogger } from '#server/telemetry/request-log.ts'
import { createTestSite } from './test-site.ts'

/**
 * Creates a test site whose HTTP server listens on a free port. Its pages show their own address. `isClosed`: whether
 * the site is for members only. `log` receives what the app logs.
 */
export async function createListeningSite({ isClosed = false, log = noLog } = {}) {
  const testSite = await createTestSite({ site: { isClosed, log } })
  const headers = securityHeaders(false)
  const pages = createPages({
    isClosed,
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers,
    log: noLog,
    writer: (request) => testSite.app.fetch(request),
    renderer: async ({ url }) => new Response(`<html>Secrets at ${url}`, { headers: { 'content-type': 'text/html' } }),
  })
  const server = createHttpServer({
    app: testSite.app,
    pages,
    files: new Map(),
    headers,
    metrics: createMetrics({ cacheBytes: () => pages.bytes, pool: () => ({ total: 0, idle: 0, waiting: 0 }) }),
    log: pageLogger(noLog, ''),
    isDraining: () => false,
    gate: isClosed ? createGate(testSite) : undefined,
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    testSite,
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Sends a request with `Connection: close` as bytes, and returns the whole response. */
    sendRaw(bytes: string): Promise<string> {
      const socket = connect(port, '127.0.0.1')
      socket.write(Buffer.from(bytes, 'latin1'))
      return text(socket)
    },
    async close() {
      await new Promise((closed) => server.close(closed))
      await testSite.close()
    },
  }
}
