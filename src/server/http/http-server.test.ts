import type { Server } from 'node:http'
import { get, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appVersion } from '#lib/app-version.ts'
import { authenticatorCode } from '#test/authenticator.ts'
import { goodPassword, signUp } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createReadiness } from '../database/readiness.ts'
import { recordContent } from '../pages/page-content.ts'
import { securityHeaders } from '../pages/page-headers.ts'
import { createPages, type Pages } from '../pages/pages.ts'
import { release } from '../start/release.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { noLog, pageLogger } from '../telemetry/request-log.ts'
import { createHttpServer } from './http-server.ts'
import { operatorRoutes } from './operator-routes.ts'

let testSite: TestSite
let server: Server
let origin: string
let isDraining = false
let isDown = false
const rendered: string[] = []
const lines: object[] = []
const log = { ...noLog, info: (fields: object, line: string) => lines.push({ ...fields, line }) }

beforeAll(async () => {
  testSite = await createTestSite()
  const pages = createPages({
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts & more',
    styleSheet: '/assets/index-1.css',
    headers: securityHeaders(false),
    log: noLog,
    writer: (request) => testSite.app.fetch(request),
    renderer: async (request) => {
      const { pathname, search } = new URL(request.url)
      rendered.push(pathname + search)
      if (pathname === '/broken') throw new Error('secret inner text')
      // While the API fails, every page except /help fails too.
      const read = await recordContent('/api/footer', new Response('{}', { status: isDown ? 503 : 200 }))
      if (pathname !== '/help' && read.status === 503) return new Response('failed', { status: 500 })
      if (pathname === '/moved') return new Response('', { status: 301, headers: { location: '/prompts' } })
      return new Response(`<html><script>go()</script>${pathname}${'x'.repeat(2000)}`, {
        status: pathname === '/gone' ? 404 : 200,
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const metrics = createMetrics({ cacheBytes: () => pages.bytes, pool: () => ({ total: 0, idle: 0, waiting: 0 }) })
  const { app, db } = testSite
  app.route(
    '/',
    operatorRoutes({
      readiness: createReadiness({ db, log: noLog }),
      metrics: metrics.read,
      metricsToken: 'a-token-of-16-letters',
      isLocal: true,
      isDraining: () => isDraining,
    }),
  )
  server = createHttpServer({
    app,
    pages,
    files: new Map(),
    headers: securityHeaders(false),
    metrics,
    log: pageLogger(log, '127.0.0.1'),
    isDraining: () => isDraining,
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  await testSite.close()
})

describe('a page', () => {
  it('is rendered once, then served from memory with the same bytes, with or without a cookie', async () => {
    // Parameters that the page doesn't read, such as utm_source and `_t`, don't make it another page.
    const first = await fetch(`${origin}/prompts?utm_source=mail`, { headers: { 'accept-encoding': 'gzip, br' } })
    const second = await fetch(`${origin}/prompts?_t=5`, { headers: { cookie: 'session=abc' } })
    expect(await second.text()).toBe(await first.text())
    expect(rendered.filter((address) => address.startsWith('/prompts'))).toEqual(['/prompts'])
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'))
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=600',
    )
  })

  it('is compressed with gzip for clients without Brotli, including the second time and for HEAD', async () => {
    const text = await (await fetch(`${origin}/prompts`, { headers: { 'accept-encoding': 'identity' } })).text()
    for (const method of ['GET', 'GET', 'HEAD']) {
      const response = await fetch(`${origin}/prompts`, { method, headers: { 'accept-encoding': 'gzip' } })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
      expect(await response.text()).toBe(method === 'HEAD' ? '' : text)
    }
  })

  it('has the status 304 if the client sends its ETag, and no body for HEAD', async () => {
    const etag = (await fetch(`${origin}/prompts`)).headers.get('etag') ?? ''
    const again = await fetch(`${origin}/prompts`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(`${origin}/prompts`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('keeps its status if it has moved or doesn’t exist, and isn’t cached if it doesn’t exist', async () => {
    const gone = await fetch(`${origin}/gone`)
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
    const moved = await fetch(`${origin}/moved`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/prompts'])
  })

  it.each(['/search/?q=linux', '/auth/reset/?token=abc', '/prompts/?utm_source=a%2Fb&q=', '/tools/'])(
    'redirects from %s to the address without the slash, with the whole query, and without a rendering',
    async (address) => {
      const before = rendered.length
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(origin + address, { method, redirect: 'manual' })
        const location = response.headers.get('location')
        expect([response.status, location]).toEqual([308, address.replace(/\/(?=\?|$)/, '')])
        // A cached redirect would store the token.
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
      expect(rendered).toHaveLength(before)
    },
  )

  it('shows no internal messages if it fails', async () => {
    const broken = await fetch(`${origin}/broken`)
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('secret')
  })

  it.each(['//evil.example/x', '/\\evil.example'])('is refused at the address %s', async (path) => {
    const status = await new Promise((done) =>
      get({ port: new URL(origin).port, path }, (response) => done(response.resume().statusCode)),
    )
    expect(status).toBe(400)
  })
})

describe('a page while the database is unavailable', () => {
  beforeAll(() => {
    isDown = true
  })
  afterAll(() => {
    isDown = false
  })

  it('has the status 503 and reloads itself, without JavaScript', async () => {
    const page = await fetch(`${origin}/tools?type=<b>`)
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      503,
      '10',
      'no-store',
    ])
    expect(html).toContain('<meta http-equiv="refresh" content="10">')
    expect(html).toContain('<link rel="stylesheet" href="/assets/index-1.css">')
    expect(html).toContain('Prompts &amp; more')
    expect(html).toContain('href="/tools?type=%3Cb%3E"')
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    expect(html).not.toMatch(/<script(?! src="\/early\.js")|style=/)
  })

  it('is complete again as soon as the database is available', async () => {
    isDown = false
    expect((await fetch(`${origin}/tools`)).status).toBe(200)
    // The page is cached now, so it doesn't need the database.
    isDown = true
    expect((await fetch(`${origin}/tools`)).status).toBe(200)
  })

  it('is shown if it doesn’t need the database, but isn’t cached, since its footer is incomplete', async () => {
    for (const _ of ['first', 'second']) {
      const help = await fetch(`${origin}/help`)
      expect([help.status, help.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
    expect(rendered.filter((address) => address === '/help')).toHaveLength(2)
  })
})

describe('the API', () => {
  it('accepts requests without a length, such as a DELETE without a body or a POST in chunks', async () => {
    const gone = await fetch(`${origin}/api/favorites-of-nobody`, { method: 'DELETE' })
    expect(gone.status).toBe(404)
    const login = (text: string) =>
      fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit)
    expect((await login('{"username":"no","password":"short"}')).status).toBe(400)
    expect((await login(`{"username":"${'x'.repeat(1_000_001)}"}`)).status).toBe(413)
  })

  it('responds with JSON to everything below /api, including unknown paths', async () => {
    const unknown = await fetch(`${origin}/api/nope`)
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'not_found'])
    expect(unknown.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const home = await fetch(`${origin}/api/home`)
    expect([home.status, home.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  it('serves AI apps at /mcp/ as at /mcp, and redirects browsers', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const headers = { 'content-type': 'application/json' }
    for (const path of ['/mcp', '/mcp/', '/mcp/?x=1']) {
      const response = await fetch(origin + path, { method: 'POST', headers, body, redirect: 'manual' })
      expect([path, response.status, await response.json()]).toEqual([path, 200, { jsonrpc: '2.0', id: 1, result: {} }])
    }
    const page = await fetch(`${origin}/mcp/`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([308, '/mcp'])
  })

  describe('refuses a body over 1 MB, with and without Content-Length', () => {
    it.each([true, false])('Content-Length: %s', async (hasLength) => {
      const { id } = await testSite.addPrompt()
      const length = hasLength ? { 'content-length': '2000000' } : { 'transfer-encoding': 'chunked' }
      const status = await new Promise((done) => {
        const sending = httpRequest(
          {
            port: new URL(origin).port,
            path: `/api/prompts/${id}/copy`,
            method: 'POST',
            headers: { 'content-type': 'application/json', ...length },
          },
          (response) => done(response.resume().statusCode),
        )
        sending.on('error', () => done('cut off'))
        sending.end(Buffer.alloc(2_000_000, 'a'))
      })
      // If the request states no length, the server may close the connection while the client is still sending.
      expect(hasLength ? [413] : [413, 'cut off']).toContain(status)
    })
  })
})

describe('a request with two Host headers', () => {
  it.each(['/api/home', '/prompts', '/healthz'])('for %s is refused', async (path) => {
    const send = (hosts: string[]) =>
      new Promise<string>((done) => {
        const socket = connect(Number(new URL(origin).port), '127.0.0.1')
        let text = ''
        socket.on('data', (data) => {
          text += data
        })
        socket.on('close', () => done(text))
        socket.write(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`)
      })
    expect(await send(['Host: site.test'])).toMatch(/^HTTP\/1.1 200 /)
    const refused = await send(['Host: site.test', 'hOST: evil.example'])
    expect(refused).toMatch(/^HTTP\/1.1 400 /)
    expect(refused).toContain('two Host headers')
    if (path.startsWith('/api')) expect(refused).toContain('"code":"validation_failed"')
    expect(await send(['Host: site.test', 'Host: site.test'])).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('a request without a length', () => {
  it.each([
    ['POST', '/api/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, '{"username":'],
    ['DELETE', '/api/prompts/none', {}, ''],
  ])('%s %s gets a response', async (method, path, headers, body) => {
    const status = await new Promise((done) => {
      const to = { port: new URL(origin).port, path, method, headers, agent: false }
      const sending = httpRequest(to, (response) => done(response.resume().statusCode))
      sending.end(body)
    })
    expect(status).toBe(method === 'POST' ? 400 : 401)
  })
})

describe('the operator’s endpoints', () => {
  it('report that the process is alive, and whether it is ready', async () => {
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({
      status: 'ok',
      version: appVersion,
      release,
    })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    isDraining = true
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    isDraining = false
  })

  it.each(['/healthz', '/readyz'])(
    'accept at %s the HTTP/1.0 requests without Host that load balancers send',
    async (path) => {
      expect(await sendRaw(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  it('are the only endpoints that accept requests without Host, and only with HTTP/1.0', async () => {
    expect(await sendRaw('GET /api/home HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sendRaw('GET /readyz HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('report 503 at /readyz while the server drains, and every response closes its connection', async () => {
    await fetch(`${origin}/prompts`)
    isDraining = true
    for (const path of ['/readyz', '/prompts', '/api/home', '/rendered-while-draining']) {
      const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: site.test\r\n\r\n`)
      expect(response).toMatch(path === '/readyz' ? /^HTTP\/1\.1 503 / : /^HTTP\/1\.1 200 /)
      expect(response).toMatch(/^Connection: close\r$/im)
      expect(response).not.toMatch(/^Connection: keep-alive/im)
    }
    isDraining = false
  })

  it('show metrics only to requests with the token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer another-of-16-letters', 'Basic a-token-of-16-letters'])
      expect((await fetch(`${origin}/metrics`, { headers: { authorization } })).status).toBe(401)
    const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: 'bearer a-token-of-16-letters' } })
    expect(await metrics.text()).toContain('http_ready_answers')
  })

  it('count a wrong password and a wrong code as refused sign-ins, but not the request for a code', async () => {
    const { username, cookie } = await signUp(testSite, 'Careful')
    const factor = '/api/user/second-factor'
    const json = { password: goodPassword }
    const { secret } = (await testSite.request(factor, { method: 'POST', json, headers: { cookie } })).body
    const confirmation = { method: 'POST', json: { code: authenticatorCode(secret) }, headers: { cookie } }
    await testSite.request(`${factor}/confirm`, confirmation)
    const headers = { authorization: 'bearer a-token-of-16-letters' }
    const refusedCount = async () => {
      const metrics = await (await fetch(`${origin}/metrics`, { headers })).text()
      return Number(/^sign_ins_failed (\d+)$/m.exec(metrics)?.[1])
    }
    const send = async (path: string, json: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(json) })
      return { status: response.status, ...(await response.json()) }
    }
    const before = await refusedCount()
    const { ticket, ...asked } = await send('/api/login', { username, password: goodPassword })
    expect(asked).toMatchObject({ status: 401, code: 'second_factor_required' })
    expect(await refusedCount()).toBe(before)
    expect(await send('/api/login', { username, password: 'not the one' })).toMatchObject({ status: 401 })
    expect(await refusedCount()).toBe(before + 1)
    const code = authenticatorCode(secret, new Date(0))
    expect(await send('/api/login/second-factor', { ticket, code })).toMatchObject({ code: 'invalid_credentials' })
    expect(await refusedCount()).toBe(before + 2)
  })
})

/**
 * Sends bytes over a new connection, and returns everything that the server sends until it closes the connection.
 * `isEnded`: the client ends its side after the bytes, so that the server closes even a keep-alive connection.
 */
function sendRaw(bytes: string, { isEnded = false } = {}): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(bytes)
  if (isEnded) socket.end()
  return text(socket)
}

describe('the log', () => {
  it('has a line for each page, cached or not, with the client’s network and without search terms', async () => {
    lines.length = 0
    const headers = { 'x-forwarded-for': '192.0.2.77', cookie: 'session=abc' }
    for (const _ of ['rendered', 'cached']) await fetch(`${origin}/search?q=my+illness`, { headers })
    const about = { line: 'page', method: 'GET', path: '/search', status: 200, network: '192.0.2.0/24' }
    await expect
      .poll(() => lines)
      .toEqual([
        { ...about, isCached: false, milliseconds: expect.any(Number) },
        { ...about, isCached: true },
      ])
  })
})

it('an idle connection stays open for longer than Caddy (120 s), nginx (60 s) and load balancers keep theirs', async () => {
  const response = await sendRaw('GET /healthz HTTP/1.1\r\nHost: site.test\r\n\r\n', { isEnded: true })
  expect(Number(/^Keep-Alive: timeout=(\d+)\r$/im.exec(response)?.[1])).toBeGreaterThan(120)
})

it('the abort signal of a rendering is aborted when the client disconnects', async () => {
  let signal: AbortSignal | undefined
  const pages = {
    cached: () => undefined,
    render: (_address: string, _network: string | null, gone: AbortSignal) => {
      signal = gone
      return new Promise<never>(() => undefined)
    },
  }
  const waiting = createHttpServer({
    app: testSite.app,
    pages: pages as unknown as Pages,
    files: new Map(),
    headers: {},
    metrics: createMetrics({ cacheBytes: () => 0, pool: () => ({ total: 0, idle: 0, waiting: 0 }) }),
    log: () => undefined,
    isDraining: () => false,
  })
  await new Promise<void>((listening) => waiting.listen(0, '127.0.0.1', listening))
  const client = connect((waiting.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /help HTTP/1.1\r\nHost: site.test\r\n\r\n')
  await expect.poll(() => signal?.aborted).toBe(false)
  client.resetAndDestroy()
  await expect.poll(() => signal?.aborted).toBe(true)
  await new Promise((closed) => waiting.close(closed))
})
