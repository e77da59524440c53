import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createListeningSite } from './listening-site.ts'
import { answerRequest, type ReachedSite } from './oauth-app.ts'
import { appShapes } from './oauth-clients.ts'
import type { TestAppOptions } from './test-site.ts'

/** The address of the site, behind a proxy that leads to one of two processes in turn. */
const origin = 'https://prompts.example'

/** A client that registered itself, as the tests that write requests by hand need it. */
const redirect = 'http://127.0.0.1:4000/back'

/**
 * Starts a site with OAuth: two processes on one database behind a proxy, and a server of documents. `site`: further
 * options of the app.
 */
export async function startOauthSite({
  isClosed = false,
  site = {},
}: {
  isClosed?: boolean
  site?: TestAppOptions
} = {}) {
  const documents = await serveDocuments()
  const options = { publicOrigin: origin, trustProxy: '127.0.0.1', fetchAppDocument: documents.fetch, ...site }
  const first = await createListeningSite({ isClosed, site: options, limits: true })
  const { testSite } = first
  const others = [await first.listen(testSite.appWith({}))]
  const ports = [first.port, ...others.map(({ port }) => port)]
  const proxy = throughProxy(ports)
  const reached: ReachedSite = { origin, fetch: proxy('203.0.113.1') }
  const post = (path: string, fields: Record<string, string>) =>
    reached.fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const json = async (response: Response) => ({ status: response.status, body: await response.json() })
  let registered: Promise<string> | undefined
  const register = (metadata: unknown, send = reached.fetch) =>
    send(`${origin}/oauth/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
  return {
    ...reached,
    testSite,
    documents,
    /** Reaches the site from another IP address. */
    from: (address: string): ReachedSite => ({ origin, fetch: proxy(address) }),
    /** Adds a process, which has cached no document. Its requests come to it alone. */
    async addProcess(parts: Parameters<typeof testSite.appWith>[0] = {}): Promise<ReachedSite> {
      const other = await first.listen(testSite.appWith(parts))
      others.push(other)
      return { origin, fetch: throughProxy([other.port])('203.0.113.1') }
    },
    async addMember(username: string) {
      const id = await testSite.addUser(username)
      return { id, cookie: `__Host-session=${await testSite.startSession(id)}` }
    },
    register,
    /** The id of a client that registered itself once. */
    client: () =>
      (registered ??= register({ redirect_uris: [redirect] }).then(
        async (response) => (await response.json()).client_id,
      )),
    /** Writes an app's request for access, with the secret that its code needs. A parameter that is null is left out. */
    async requestOf(changes: Record<string, string | null> = {}) {
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const usual = {
        response_type: 'code',
        client_id: await this.client(),
        redirect_uri: redirect,
        state: 'a state',
        scope: 'read write',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: `${origin}/mcp/me`,
      }
      const sent = Object.entries({ ...usual, ...changes }).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      )
      return { url: `${origin}/oauth/auth?${new URLSearchParams(sent)}`, verifier }
    },
    /** Lets a member allow a request written by hand. Returns the fields with which the app gets its tokens. */
    async codeFor(cookie: string, changes?: Record<string, string | null>) {
      const { url, verifier } = await this.requestOf(changes)
      const { back } = await answerRequest(reached, url, { cookie })
      const code = back?.searchParams.get('code') ?? ''
      const client_id = await this.client()
      return { grant_type: 'authorization_code', client_id, redirect_uri: redirect, code, code_verifier: verifier }
    },
    /** Sends a request to the token endpoint. */
    token: async (fields: Record<string, string>) => json(await post('/oauth/token', fields)),
    post,
    /** Lists the tools at an endpoint with a token. */
    call: (token: string | null, path = '/mcp/me', message: object = { method: 'tools/list' }) =>
      reached.fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      }),
    async close() {
      await Promise.all(others.map((other) => other.close()))
      await first.close()
      await documents.close()
    },
  }
}

export type OauthSite = Awaited<ReturnType<typeof startOauthSite>>

/** A server of documents on this machine. `fetch` reaches it in place of the hosts of the apps, by their addresses. */
async function serveDocuments() {
  const bodies = new Map<string, { status?: number; body: string; type?: string; breaksOff?: true }>()
  for (const { document } of appShapes) if (document) bodies.set(document.client_id, { body: JSON.stringify(document) })
  const reads: string[] = []
  const guards: unknown[] = []
  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url ?? '').slice(1)
    reads.push(address)
    const {
      status = 200,
      body,
      type = 'application/json',
      breaksOff,
    } = bodies.get(address) ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type })
    if (breaksOff) response.write(body.slice(1), () => response.destroy())
    else response.end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    /** What the server returns, by the address of the document. */
    bodies,
    /** The addresses of the documents that were read. */
    reads,
    /** What the site passed to `fetch` against private addresses, each time. */
    guards,
    port,
    fetch: ((address: string, init: RequestInit & { dispatcher?: unknown }) => {
      guards.push(init.dispatcher)
      const { headers, signal } = init
      return fetch(`http://127.0.0.1:${port}/${encodeURIComponent(address)}`, { headers, signal })
    }) as typeof fetch,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/**
 * A proxy in front of processes on this machine, which get its requests in turn. Returns a function that makes the
 * `fetch` of a client with an IP address.
 */
function throughProxy(ports: number[]) {
  let requests = 0
  return (address: string) =>
    ((input: string | URL, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('x-forwarded-for', address)
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-host', 'somebody.example')
      const port = ports[requests++ % ports.length]
      return fetch(String(input).replace(origin, `http://127.0.0.1:${port}`), { ...init, headers })
    }) as typeof fetch
}
