// This file is longer than others because its stories share the list of URLs to request, and all but one share a closed
// site, which takes a long time to start.

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Db } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { isOpenRequest } from '#server/http/open-paths.ts'
import { lifetimeIn, startCache } from '../fakes/cache.ts'
import { createTestServices } from '../test-services.ts'
import { fillLogin, makeMember, type TestMember } from './members.ts'
import { createSiteStorage, environmentOf, type Product, runProgram, startBuiltSite } from './product.ts'
import { test as base, expect, expectAccessible } from './story.ts'

/** Occurs in the names of the authors here and in everything that they publish, and nowhere in our code. */
const marker = 'zyqmarker'
const root = join(import.meta.dirname, '../..')

type Member = TestMember & { cookie: string }
type Site = Product & {
  settings: Record<string, string>
  ada: Member
  /** The slug and the id of ada's prompt. */
  slug: string
  id: string
  /** The requests to try, as `METHOD /path`. */
  requests: string[]
  /** An API token of ada's with the scope `read`. */
  token: string
}

/** A closed site with content by a member, and every URL that may show some of it. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const storage = await createSiteStorage()
      const settings = { ...storage.settings, ACCESS: 'members', SITE_LANGUAGE: 'de-CH' }
      const product = await startBuiltSite(settings)
      const ada = await signUpAt(product.url, `${marker}-ada`)
      const send = sender(product.url, ada.cookie)
      const prompt = {
        title: `The ${marker} title`,
        content: `Say ${marker} to {{${marker}}}.`,
        description: `Describes ${marker}.`,
        category: 'general',
        tags: [marker],
      }
      const { id, slug } = await send('POST', '/api/prompts', prompt)
      await send('POST', `/api/prompts/${id}/comments`, { content: `Commented ${marker}.` })
      const collection = await send('POST', '/api/collections', { title: `Collected ${marker}`, visibility: 'public' })
      await runProgram('src/cli/main.ts', ['user', 'promote', ada.username, 'admin'], settings)
      // The footer of every page lists tools, so this one would show the marker on all pages.
      const tool = { name: `${marker} tool`, description: `Does ${marker}.`, type: 'text', category: 'general' }
      await send('POST', '/api/admin/tools', { ...tool, url: 'https://tool.example/', isFree: true, tags: [marker] })
      const created = await runCli(['token', 'create', '--scopes', 'read', ada.username], settings)
      const token = created.trim().split('\n').at(-1) ?? ''
      const openApi = await send('GET', '/api/openapi.json')
      const requests = requestsOf(openApi, { id, slug, username: ada.username, collection: collection.slug })
      await use({ ...product, settings, ada, slug, id, requests, token })
      await product.stop()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

test.use({ expectedMessages: [/status of (401|403)/] })
test.setTimeout(240_000)

async function signUpAt(url: string, username: string): Promise<Member> {
  const member = { ...makeMember(), username }
  const response = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(member),
  })
  expect(response.status).toBe(201)
  return { ...member, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

function sender(url: string, cookie: string) {
  return async (method: string, path: string, json?: unknown) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      body: json === undefined ? undefined : JSON.stringify(json),
    })
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
    return response.json()
  }
}

async function runCli(args: string[], settings: Record<string, string>): Promise<string> {
  const options = { cwd: root, env: environmentOf(settings) }
  return (await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], options)).stdout
}

/** What replaces the parameters in the paths. `collection`: the slug of a collection. */
type Names = { id: string; slug: string; username: string; collection: string }

/** The routes of the app: texts, feeds, images, uploads, the Model Context Protocol, and the endpoints of the API. */
function routesOfApp() {
  const app = createApp({ ...createTestServices({} as Db), db: {} as Db })
  return app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
}

/** The requests to try, as `METHOD /path`: one for each page, endpoint and route of the app, and unusual ones. */
function requestsOf(openApi: { paths: Record<string, Record<string, unknown>> }, names: Names): string[] {
  const withNames = (path: string) => {
    const slug = path.startsWith('/collection') ? names.collection : names.slug
    return path
      .replace(/[{$:](id|promptId|subjectId|key)\b\}?/g, names.id)
      .replace(/[{$:](username|name)\b\}?/g, names.username)
      .replace(/:file\{[^}]*\}+/, path.startsWith('/category') ? 'general.md' : `${slug}.md`)
      .replace(/[{$:]slug\b\}?/g, path.startsWith('/category') ? 'general' : slug)
      .replace(/\{\w+\}|\$\w*|:\w+(\{[^}]*\})?/g, 'x')
  }
  const tree = readFileSync(join(root, 'src/app/route-tree.gen.ts'), 'utf8')
  const routes = /interface FileRoutesByFullPath \{([\s\S]*?)\n\}/.exec(tree)?.[1] ?? ''
  const pages = [...routes.matchAll(/'(\/[^']*)'/g)].map((match) => `GET ${withNames(match[1] ?? '')}`)
  const apiRequests = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${withNames(path)}`),
  )
  const appRequests = routesOfApp().map(({ method, path }) => `${method} ${withNames(path)}`)
  const others = [
    `/prompt/${names.slug}.md`,
    `/collection/${names.collection}.md`,
    `/collection/${names.collection}.json`,
    `/share/prompt/${names.slug}.png`,
    `/share/user/${names.username}.png`,
    '/share/site.png',
    '/dump/prompts.jsonl.gz',
    `/oembed?url=http://localhost/prompt/${names.slug}`,
    '/sitemap/prompts.xml',
    '/sitemap/users.xml',
    `/search?q=${marker}`,
    `/prompts?tag=${marker}`,
    '/mcp',
    `/mcp/c/${names.collection}`,
    '/healthz',
    '/readyz',
    '/metrics',
    '/own-machine',
    '/nothing-here',
    '/auth/../prompts',
    '/auth/%2e%2e/prompts',
    `/auth/..%2fprompt%2f${names.slug}`,
    `//prompt/${names.slug}`,
    `/Prompt/${names.slug}`,
    `/prompt/${names.slug}/`,
  ].map((path) => `GET ${path}`)
  const mcpRequests = ['POST /mcp', `POST /mcp/c/${names.collection}`]
  return [...new Set([...pages, ...apiRequests, ...appRequests, ...others, ...mcpRequests])]
}

/** Sends a request without following redirects. In the result, `all` is the complete response as one text. */
async function sendRequest(url: string, request: string, headers: Record<string, string>, asHead = false) {
  const [method = '', path = ''] = request.split(/ (.*)/s)
  const hasBody = !['GET', 'HEAD'].includes(method)
  const response = await fetch(url + path, {
    method: asHead && method === 'GET' ? 'HEAD' : method,
    redirect: 'manual',
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    body: hasBody ? '{}' : undefined,
  })
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  // The fragment is removed, because its return path contains the requested path.
  const location = decodeURIComponent(response.headers.get('location') ?? '').split('#')[0] ?? ''
  const head = [...response.headers]
    .filter(([name]) => name !== 'location')
    .flat()
    .join('\n')
  // A redirect that removes a trailing slash repeats the requested path.
  const losesSlash = response.status === 308 && location === path.replace(/\/+$/, '')
  const all = `${head}\n${losesSlash ? '' : location}\n${body}`
  return { status: response.status, location, headers: response.headers, all, losesSlash }
}

/** Lists the prompts through the Model Context Protocol. */
async function listByMcp(url: string, headers: Record<string, string>) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params: {} }),
  })
  return { status: response.status, text: await response.text() }
}

/** How a request is sent. With `asHead`, the method HEAD replaces GET. */
type Attempt = { headers: Record<string, string>; asHead?: boolean }

/**
 * Checks that no response shows the marker or may be indexed or stored in a shared cache, and that all paths but the
 * open ones refuse access, even those without a page. Each request is sent as one of the attempts, in turn.
 * src/server/http/closed-site.http.test.ts makes such attempts at each kind of URL.
 */
async function expectNoContent({ url, requests }: Pick<Site, 'url' | 'requests'>, attempts: Attempt[]) {
  const leaks: string[] = []
  for (const [index, request] of requests.entries()) {
    const [method = '', path = ''] = request.split(' ')
    const { headers, asHead } = attempts[index % attempts.length] as Attempt
    const response = await sendRequest(url, request, headers, asHead)
    // A path with a query, or one that fetch changes (such as /auth/../prompts), is never open.
    const isOpen = isOpenRequest(method, new URL(path, 'http://x').pathname === path ? path : '?')
    // A trailing slash, or an address that programs could read differently, is dealt with before anything is decided.
    const isRefused =
      response.losesSlash ||
      [400, 401].includes(response.status) ||
      (response.status === 302 && response.location === '/auth')
    const caching = response.headers.get('cache-control') ?? 'none'
    // The Model Context Protocol's refusal names the address that was requested.
    if (response.all.replaceAll(path, '').includes(marker)) leaks.push(`${request} shows the marker`)
    if (!isOpen && !isRefused) leaks.push(`${request} returns ${response.status}`)
    if (!isOpen && response.headers.has('etag')) leaks.push(`${request} has an ETag`)
    if (/public|s-maxage|none/.test(caching)) leaks.push(`${request} may be cached: ${caching}`)
    if (!/noindex/.test(response.headers.get('x-robots-tag') ?? '')) leaks.push(`${request} may be indexed`)
  }
  expect(leaks).toEqual([])
}

test('a crawler without a session gets no content at any URL, before and after members have filled the caches', async ({
  site,
}) => {
  expect(site.requests.length).toBeGreaterThan(250)
  await expectNoContent(site, [{ headers: {} }])
  const etags: string[] = []
  let shownCount = 0
  for (const request of site.requests.filter((one) => one.startsWith('GET '))) {
    const response = await sendRequest(site.url, request, { cookie: site.ada.cookie })
    if (response.all.includes(marker)) shownCount++
    if (response.headers.has('etag')) etags.push(response.headers.get('etag') ?? '')
    expect(response.headers.get('cache-control') ?? '', request).not.toMatch(/public|s-maxage/)
  }
  // The same requests show the content to a member, so the test would detect a leak.
  expect(shownCount).toBeGreaterThan(40)
  await expectNoContent(site, [
    { headers: {} },
    { headers: { 'if-none-match': etags.join(', '), accept: 'text/html' } },
    { headers: { range: 'bytes=0-100', accept: 'text/event-stream', origin: site.url } },
    { headers: {}, asHead: true },
  ])
})

/** A session or token with its last character replaced. */
const withWrongEnd = (secret: string) => secret.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))

test('ended and invented sessions, banned members and invalid tokens get no content', async ({ site }) => {
  const bob = await signUpAt(site.url, `bob${Date.now()}`)
  await fetch(`${site.url}/prompts`, { headers: { cookie: bob.cookie } })
  await runProgram('src/cli/main.ts', ['user', 'ban', bob.username], site.settings)
  const eve = await signUpAt(site.url, `eve${Date.now()}`)
  await sender(site.url, eve.cookie)('POST', '/api/logout').catch(() => undefined)
  await expectNoContent(site, [
    { headers: { cookie: bob.cookie } },
    { headers: { cookie: eve.cookie } },
    { headers: { cookie: withWrongEnd(site.ada.cookie) } },
    { headers: { authorization: `Bearer ${withWrongEnd(site.token)}` } },
    { headers: { authorization: 'Bearer', cookie: 'session=; __Host-session=x' } },
  ])
  const writeOnly = await runCli(['token', 'create', '--scopes', 'write', site.ada.username], site.settings)
  const reads = { ...site, requests: site.requests.filter((one) => !/^(POST|PUT|PATCH|DELETE) \/api/.test(one)) }
  await expectNoContent(reads, [{ headers: { authorization: `Bearer ${writeOnly.trim().split('\n').at(-1)}` } }])
  // Even an API token that may read opens no pages.
  const pages = { ...site, requests: [`GET /prompt/${site.slug}`, 'GET /', 'GET /prompts'] }
  await expectNoContent(pages, [{ headers: { authorization: `Bearer ${site.token}` } }])
})

test('a revoked token gives no access to the API, texts, feeds or the Model Context Protocol', async ({ site }) => {
  const { url, ada } = site
  const created = await sender(url, ada.cookie)('POST', '/api/user/tokens', {
    name: 'Soon revoked',
    scopes: ['read'],
    expiresInDays: 1,
  })
  const headers = { authorization: `Bearer ${created.token}` }
  const requests = ['GET /api/prompts', 'GET /feed.xml', `GET /prompt/${site.slug}.md`]
  for (const request of requests) expect((await sendRequest(url, request, headers)).all, request).toContain(marker)
  expect((await listByMcp(url, headers)).text).toContain(marker)
  const revocation = await fetch(`${url}/api/user/tokens/${created.id}`, {
    method: 'DELETE',
    headers: { cookie: ada.cookie },
  })
  expect(revocation.status).toBe(204)
  for (const request of requests) expect((await sendRequest(url, request, headers)).status, request).toBe(401)
  expect((await listByMcp(url, headers)).status).toBe(401)
})

test('a private feed shows nothing once its owner is banned', async ({ site }) => {
  const bob = await signUpAt(site.url, `feed${Date.now()}`)
  const { url } = await sender(site.url, bob.cookie)('POST', '/api/user/notification-feed')
  const path = new URL(url).pathname
  expect((await sendRequest(site.url, `GET ${path}`, {})).status).toBe(200)
  await runProgram('src/cli/main.ts', ['user', 'ban', bob.username], site.settings)
  expect((await sendRequest(site.url, `GET ${path}`, {})).status).toBe(404)
})

test('once an open site is closed, it returns no content, even to a conditional request or through an expired cache', {
  tag: '@slow',
}, async () => {
  const storage = await createSiteStorage()
  let product = await startBuiltSite(storage.settings)
  const { port } = new URL(product.url)
  const restart = async (access: string) => {
    await product.stop()
    product = await startBuiltSite({ ...storage.settings, PORT: port, ACCESS: access })
  }
  let clock = Date.now()
  const cache = await startCache(
    () => product.url,
    () => clock,
  )
  try {
    const eve = await signUpAt(product.url, `${marker}-eve`)
    const prompt = { title: `Once public ${marker}`, content: `Say ${marker}.`, category: 'general', tags: [marker] }
    const { id, slug } = await sender(product.url, eve.cookie)('POST', '/api/prompts', prompt)
    const openApi = await (await fetch(`${product.url}/api/openapi.json`)).json()
    const requests = requestsOf(openApi, { id, slug, username: eve.username, collection: 'x' }).filter((one) =>
      one.startsWith('GET '),
    )
    const etagByRequest = new Map<string, string>()
    for (const request of requests) {
      const response = await sendRequest(product.url, request, {})
      await sendRequest(cache.url, request, {})
      const caching = response.headers.get('cache-control') ?? ''
      // Share images are content too, but don't contain the marker as text.
      if (response.all.includes(marker) || request.includes('/share/')) {
        etagByRequest.set(request, response.headers.get('etag') ?? '""')
        // docs/operations/scale.md states this limit of five minutes.
        expect(lifetimeIn(caching), request).toBeLessThanOrEqual(300)
        expect(caching, request).not.toBe('')
      }
    }
    expect(etagByRequest.size).toBeGreaterThan(30)

    await restart('members')
    clock += 300_000
    for (const [request, etag] of etagByRequest) {
      const responses = [
        await sendRequest(product.url, request, { 'if-none-match': etag }),
        await sendRequest(product.url, request, { 'if-modified-since': new Date(clock).toUTCString() }),
        await sendRequest(cache.url, request, {}),
      ]
      // The Model Context Protocol's refusal names the address that was requested.
      const path = request.slice('GET '.length)
      for (const { status, all } of responses)
        expect(
          [
            status === 304 || all.replaceAll(path, '').includes(marker),
            status === 200 && !isOpenRequest('GET', request.slice(4)),
          ],
          request,
        ).toEqual([false, false])
    }

    await restart('public')
    expect((await sendRequest(cache.url, `GET /prompt/${slug}`, {})).all).toContain(marker)
  } finally {
    await cache.close()
    await product.stop()
    await storage.remove()
  }
})

test('the built files are open and contain none of the site’s content; robots are excluded', async ({ site }) => {
  const files = readdirSync(join(root, 'dist/client'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))) {
    const path = join(file.parentPath, file.name).slice(join(root, 'dist/client').length)
    const response = await sendRequest(site.url, `GET ${path}`, {})
    expect([response.status, response.all.includes(marker)], path).toEqual([200, false])
  }
  expect((await sendRequest(site.url, 'GET /robots.txt', {})).all).toContain('User-agent: *\nDisallow: /\n')
  expect((await sendRequest(site.url, 'GET /healthz', {})).status).toBe(200)
})

test('a token with the scope read gives programs access to the API, texts, feeds and the Model Context Protocol', async ({
  site,
}) => {
  const headers = { authorization: `Bearer ${site.token}` }
  for (const path of ['/api/prompts', '/feed.xml', `/prompt/${site.slug}.md`]) {
    const response = await sendRequest(site.url, `GET ${path}`, headers)
    expect([response.status, response.all.includes(marker)], path).toEqual([200, true])
  }
  expect((await listByMcp(site.url, headers)).text).toContain(marker)
  expect(await listByMcp(site.url, {})).toMatchObject({ status: 401, text: expect.not.stringContaining(marker) })
})

test('a visitor is sent to the sign-in page and then to the requested page; after a logout no content is left', async ({
  page,
  site,
}) => {
  await page.goto(`/prompt/${site.slug}`)
  await expect(page).toHaveURL(/\/auth#return=/)
  await expect(page.locator('body')).not.toContainText(marker)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-CH')
  await expectAccessible(page)
  await fillLogin(page, site.ada)
  await expect(page.getByRole('heading', { name: `The ${marker} title` })).toBeVisible()
  // A page of the site would notice the logout and open the sign-in page, perhaps while the browser goes back.
  await page.goto('/healthz')
  expect((await page.request.post('/api/logout', { headers: { origin: site.url } })).ok()).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(/\/auth#return=/)
  await expect(page.locator('body')).not.toContainText(marker)
  await page.goto(`/prompt/${site.slug}`)
  await expect(page).toHaveURL(/\/auth#return=/)
})
