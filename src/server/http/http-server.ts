import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { mcpCollectionPath, mcpMemberPath, mcpPath } from '#features/mcp/rules.ts'
import type { ListResponses } from '#features/mcp/server/list-responses.ts'
import { pathInLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import type { Api } from '#platform/api.ts'
import { newId } from '#platform/ids.ts'
import { inLanguage, pathForTag, splitPrefix } from '#platform/languages.ts'
import type { TranslatedFiles } from '../languages/translated-files.ts'
import { isTextFile, pageAddress } from '../pages/page-keys.ts'
import type { Pages } from '../pages/pages.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { PageLogger } from '../telemetry/request-log.ts'
import { preferredLanguage } from './answer-in-language.ts'
import { type Gate, refuseUnchecked, refuseVisitor } from './closed-site.ts'
import { isPlainHost, type RequestAddress, readAddress, withoutTrailingSlash } from './request-address.ts'
import { type PreparedResponse, sendBytes } from './send-bytes.ts'

type Parts = {
  app: Api
  pages: Pages
  /** The static files, by path. */
  files: Map<string, PreparedResponse>
  /** The scripts in other languages than English. */
  translatedFiles?: TranslatedFiles
  /** The headers of every response. */
  headers: Record<string, string>
  metrics: Metrics
  /** The cached lists for visitors who use the Model Context Protocol. */
  mcpResponses?: ListResponses
  log: PageLogger
  /** The gate of a closed site (ACCESS=members). Unset: everybody may see the site. */
  gate?: Gate
  /** Returns the network against whose limit a rendering counts, or null if the rendering counts against none. */
  networkOf?: (request: IncomingMessage) => string | null
  /** Whether the server is stopping. Each response then closes its connection. */
  isDraining: () => boolean
}

/**
 * The paths that the Hono app serves: the API, the operator's endpoints, share images, pictures, files for programs and
 * of skills (but not the API’s reference, which is a page), the page /own-machine, links with secrets, and the authorization server with its documents.
 */
export const appPaths =
  /^\/(api(?!\/docs(?:\/|$))|healthz|readyz|metrics|share|pictures|dump|oembed|own-machine|feeds|unsubscribe|oauth|\.well-known\/oauth-[a-z-]+)(\/|$)|^\/skills\/private\/|^(\/label\/[^/]+)?\/\.well-known\/agent-skills\/[^/]+\//

/** The paths that load balancers check. Many load balancers use HTTP/1.0 and send no Host header. */
const checkPaths = /^\/(healthz|readyz)$/

/**
 * How long an idle connection stays open, in ms. It is longer than proxies keep theirs (Caddy: 2 minutes). Otherwise, a
 * proxy could send a request over a connection just as the server closes it, and respond to its client with 502.
 */
const keepAliveTimeout = 125_000

/** The address of a request without the prefix of a language (`/de`), that prefix, and what the request asks for. */
type Target = RequestAddress & { prefix: string; isRead: boolean; isProtocol: boolean }

/**
 * Creates the server for all requests. A request of the Model Context Protocol gets a cached response or goes to the
 * app. For any other request, the server tries these in order: files, cached pages, the app, and rendering a page.
 */
export function createHttpServer(parts: Parts): Server {
  const { app, pages, files, translatedFiles, headers, metrics, mcpResponses, log, networkOf, isDraining, gate } = parts
  const appListener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })

  return createServer({ keepAliveTimeout }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const sent = readAddress(request.url ?? '')
    const problem = hostProblem(request) ?? (sent ? null : unreadable(request))
    if (!sent || problem) return refuseMalformed(request, response, { headers, error: problem ?? unreadable(request) })
    const shorter = withoutTrailingSlash(sent)
    const endpoint = (shorter ?? sent).path
    const isProtocol = isMcpPath(endpoint) && isMcpRequest(request, endpoint)
    if (shorter && isRead && !isProtocol && !appPaths.test(sent.path)) return redirect(response, headers, shorter.url)
    const ofTag = isRead ? pathForTag(sent.url) : null
    if (ofTag !== null) return redirect(response, headers, ofTag)
    const { path, url, prefix } = isProtocol ? { ...(shorter ?? sent), prefix: '' } : withoutPrefix(sent, isRead)
    // From here on, everything reads this address, and nothing the one that was sent.
    request.url = url
    const target = { path, url, prefix, isRead, isProtocol }
    if (isDraining()) response.setHeader('Connection', 'close')
    const isFile = isRead && !prefix && (files.has(path) || translatedFiles?.has(path))
    if (!gate || isFile || gate.isOpen(request.method ?? '', path)) return serve(request, response, target)
    void serveIfAdmitted(gate, request, response, target)
  })

  /** Serves a request if the gate admits it, and refuses it otherwise. */
  async function serveIfAdmitted(gate: Gate, request: IncomingMessage, response: ServerResponse, target: Target) {
    const { path, url, prefix, isRead, isProtocol } = target
    const isPage = isRead && !appPaths.test(path) && !isTextFile(path) && !isProtocol
    // Null: the database failed, so the gate can't decide.
    const isAdmitted = await gate.admits(request, path, isPage).catch(() => null)
    if (isAdmitted) return serve(request, response, target)
    log(request, response, false)
    const language = preferredLanguage(request.headers['accept-language'] ?? '')
    if (isAdmitted === null) return refuseUnchecked(response, { language, headers })
    // Programs look for the way to a token by any GET at the endpoint that they were given.
    const wantsPage = isPage && !(isMcpPath(path) && !request.headers.accept?.includes('text/html'))
    const refusal = { path, url, prefix, isPage: wantsPage, challenge: gate.challenge(path), language, headers }
    return refuseVisitor(response, refusal)
  }

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    { path, url, prefix, isRead, isProtocol }: Target,
  ) {
    if (isProtocol) return path === mcpPath ? void serveMcp(request, response) : serveFromApp(request, response)
    const file = isRead && !prefix ? files.get(path) : undefined
    if (file) return servePrepared(request, response, file)
    const script = isRead && !prefix ? translatedFiles?.find(path) : undefined
    if (script) return void serveScript(request, response, script)
    // The address is tried unchanged first, because most addresses have no parameters to remove.
    const prepared = isRead ? pages.cached(pathInLanguage(url, { prefix })) : undefined
    if (prepared) return serveCached(request, response, prepared)
    if (checkPaths.test(path)) request.headers.host ||= 'localhost'
    if (appPaths.test(path) || !isRead) return serveFromApp(request, response)
    const address = pathInLanguage(pageAddress(new URL(url, 'http://site')), { prefix })
    const cached = pages.cached(address)
    if (cached) return serveCached(request, response, cached)
    log(request, response, false)
    metrics.observe(response, 'page')
    const client = new AbortController()
    response.once('close', () => client.abort())
    const page = pages.render(address, networkOf?.(request), client.signal)
    void page.then((page) => sendBytes(request, response, page))
  }

  async function serveScript(request: IncomingMessage, response: ServerResponse, script: TranslatedScript) {
    const file = await Promise.resolve(script).catch(() => undefined)
    if (file) return servePrepared(request, response, file)
    response.writeHead(404, { ...headers, 'Cache-Control': 'no-store' }).end()
  }

  function serveFromApp(request: IncomingMessage, response: ServerResponse) {
    metrics.observe(response, 'api', request.url)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    void appListener(request, response)
  }

  /**
   * Responds to a request of the Model Context Protocol from the cache, or through the app if the response isn't
   * cached.
   */
  async function serveMcp(request: IncomingMessage, response: ServerResponse) {
    const body = mcpResponses && (await readSmallBody(request))
    const prepared = body && mcpResponses.find(body, (name) => request.headers[name]?.toString())
    if (!prepared) return serveFromApp(request, response)
    metrics.fromMemory.responses++
    const length = Buffer.byteLength(prepared.body)
    response.writeHead(200, {
      ...headers,
      'Content-Type': prepared.type,
      'Content-Length': length,
      'Cache-Control': 'no-store',
    })
    response.end(prepared.body)
    log(request, response, true)
  }

  function serveCached(request: IncomingMessage, response: ServerResponse, page: PreparedResponse) {
    servePrepared(request, response, page)
    log(request, response, true)
  }

  function servePrepared(request: IncomingMessage, response: ServerResponse, prepared: PreparedResponse) {
    metrics.fromMemory.responses++
    sendBytes(request, response, prepared)
  }
}

type TranslatedScript = NonNullable<ReturnType<TranslatedFiles['find']>>

/** The address of a page without the prefix of its language. All other addresses are returned unchanged. */
function withoutPrefix(sent: RequestAddress, isRead: boolean): RequestAddress & { prefix: string } {
  const { language, path } = splitPrefix(sent.path)
  const { prefix } = language
  if (!isRead || !prefix || appPaths.test(path) || isTextFile(path)) return { ...sent, prefix: '' }
  return { path, url: path + sent.url.slice(sent.path.length), prefix }
}

function isMcpPath(path: string): boolean {
  return path === mcpPath || path === mcpMemberPath || path.startsWith(mcpCollectionPath)
}

/**
 * Whether a request is one of the Model Context Protocol. Browsers request a page at the same path. At the member's
 * endpoint, clients learn by any other GET where to get a token.
 */
function isMcpRequest({ method, headers }: IncomingMessage, path: string): boolean {
  const accept = headers.accept ?? ''
  if (!(method === 'GET' || method === 'HEAD')) return true
  return !accept.includes('text/html') && (path === mcpMemberPath || accept.includes('text/event-stream'))
}

/** The largest body of a Model Context Protocol request, in bytes, for which the cache is searched. */
const smallBodyMax = 4_096

/**
 * Reads a small body and stores it in `rawBody`, where Hono looks for it. Returns null if the request has no small
 * body.
 */
async function readSmallBody(request: IncomingMessage & { rawBody?: Buffer }): Promise<string | null> {
  const length = Number(request.headers['content-length'])
  if (request.method !== 'POST' || !(length > 0 && length <= smallBodyMax)) return null
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
  } catch {
    // The client has disconnected, so there is no body.
    return null
  }
  request.rawBody = Buffer.concat(parts)
  return request.rawBody.toString()
}

/**
 * Whether a request has two Host headers. A proxy may have checked one of them while Node uses the other (RFC 9112,
 * 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const twoHosts = 'This request has two Host headers. Send exactly one.'
const crookedHost = 'The Host header of this request is not a host name with an optional port. Send one that is.'
const unreadable = ({ headers }: IncomingMessage) =>
  inLanguage(preferredLanguage(headers['accept-language'] ?? ''), () =>
    t(
      'This address can’t be read. Check it for typos, such as a doubled or escaped slash, “..” or a wrong percent sign.',
    ),
  )

/** What is wrong with a request's Host header, or null. A request of HTTP/1.0 may have none. */
function hostProblem(request: IncomingMessage): string | null {
  if (hasTwoHosts(request)) return twoHosts
  const { host } = request.headers
  return host && !isPlainHost(host) ? crookedHost : null
}

type Malformed = { headers: Record<string, string>; error: string }

/** Refuses a request, in the API's shape of errors unless it is one for a page. */
function refuseMalformed({ method, url = '' }: IncomingMessage, response: ServerResponse, malformed: Malformed) {
  const { headers, error } = malformed
  const isForPeople = (method === 'GET' || method === 'HEAD') && !appPaths.test(url) && !url.startsWith(mcpPath)
  const body = isForPeople ? `${error}\n` : JSON.stringify({ error, code: 'validation_failed', requestId: newId() })
  const type = isForPeople ? 'text/plain; charset=utf-8' : 'application/json'
  response.writeHead(400, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store', Connection: 'close' })
  response.end(body)
}

/** Redirects to another path of this site for good. No cache stores the redirect, because its query may be secret. */
function redirect(response: ServerResponse, headers: Record<string, string>, location: string) {
  response.writeHead(308, { ...headers, Location: location, 'Cache-Control': 'no-store' }).end()
}
