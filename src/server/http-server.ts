import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Metrics } from './metrics.ts'
import { pageAddress } from './page-keys.ts'
import type { Pages } from './pages.ts'
import type { Api } from './platform/api.ts'
import { sendBytes } from './send-bytes.ts'
import type { StaticFile } from './static-files.ts'

type Parts = {
  app: Api
  pages: Pages
  files: Map<string, StaticFile>
  /** Headers of every answer. */
  headers: Record<string, string>
  metrics: Metrics
}

/** Where the page has no say: the API, the operator's endpoints, raw texts. */
const appPaths = /^\/(api|healthz|readyz|metrics)(\/|$)|^\/prompt\/[^/]+\.md$/

/** The one entry: files, then kept pages, then the app, then pages that must be rendered. */
export function createHttpServer({ app, pages, files, headers, metrics }: Parts): Server {
  const answerApp = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })

  return createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const path = pathOf(request)
    const file = isRead ? files.get(path) : undefined
    if (file) return sendBytes(request, response, file, headers)
    if (appPaths.test(path) || !isRead) {
      metrics.observe(response, 'api')
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      return void answerApp(request, response)
    }
    const address = addressOf(request)
    if (address === null) return refuse(response, headers)
    const kept = pages.kept(address)
    if (kept) {
      metrics.keptPages.inc()
      return sendBytes(request, response, kept, headers)
    }
    metrics.observe(response, 'page')
    void pages.render(address).then((page) => sendBytes(request, response, page, headers))
  })
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function addressOf({ url = '/' }: IncomingMessage): string | null {
  // Two slashes would be read as another host.
  if (!url.startsWith('/') || url.startsWith('//') || url.includes('\\') || !URL.canParse(url, 'http://site'))
    return null
  return pageAddress(new URL(url, 'http://site'))
}

function refuse(response: ServerResponse, headers: Record<string, string>) {
  response.writeHead(400, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('This address can’t be read. Check it for typing mistakes.\n')
}
