import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract'
import { storeToken } from '#features/tokens/server/create-token.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import type { ApiEnv } from '#platform/api.ts'
import { everything } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { countStatements } from '#test/count-statements.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { createSiteAnswers } from '../pages/site-pages.ts'
import { readSettings } from '../settings/settings.ts'
import { answerKey, answerVisitors, cachedEndpoints } from './answer-visitors.ts'
import { requestGuards } from './request-guards.ts'

const answers = createAnswerCache({ maxBytes: 10_000_000, freshMs: 60_000 })
let testSite: TestSite
let member: string
/** The headers of requests that say who sends them, or might. */
let identities: Record<string, Record<string, string>>
let prompt: { id: string; slug: string }
let draft: { id: string; slug: string }
beforeAll(async () => {
  testSite = await createTestSite({ site: { answers } })
  member = await testSite.addUser('ada')
  const input = { name: 'x', scopes: ['read' as const], expiresInDays: 90, dailyCredits: 0 }
  const { token } = await inTransaction(testSite.db, (tx) =>
    storeToken(tx, memberOf(member), { userId: member, draft: input, now: testSite.now() }),
  )
  const session = await testSite.headersOf(member)
  identities = {
    'a session': session,
    'a session beside the choice about cookies': { cookie: `cookie-consent=1; ${session.cookie}` },
    'a session that has ended': { cookie: 'session=gone' },
    'an unknown cookie': { cookie: 'group=1' },
    'an API token': { authorization: `Bearer ${token}` },
    'a token of an app': { authorization: 'Bearer unknown' },
    'a password': { authorization: 'Basic YTpi' },
  }
  prompt = await testSite.addPrompt({ title: 'A public prompt' })
  draft = await testSite.addPrompt({ userId: member, status: 'draft' })
})
afterAll(() => testSite.close())
beforeEach(() => answers.drop([everything]))

const addressesOf = (id: string) => cachedEndpoints.map((name) => contract[name].path.replace(/\{\w+\}/g, id))
const read = async (path: string, headers: Record<string, string> = {}, from?: string) =>
  (
    await testSite.app.request(path, { headers }, from ? { incoming: { socket: { remoteAddress: from } } } : undefined)
  ).text()

/** Puts something into the cache that no endpoint returns. */
const mark = 'from the cache'
async function fillCache() {
  for (const address of addressesOf(prompt.id))
    await answers.findOrMake(answerKey(address) ?? '', 'recent', async () => ({
      text: `"${mark}"`,
      content: new Set(),
    }))
}

describe('answers to visitors', () => {
  it('come from the cache, and are computed once for all who ask at the same time', async () => {
    const { db, statements } = countStatements(testSite.db)
    const app = testSite.appWith({ db, answers })
    const ask = async () =>
      (await app.request('/api/home', {}, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })).json()
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, ask))
    const { count } = statements
    expect(others.every((other) => JSON.stringify(other) === JSON.stringify(first))).toBe(true)
    await ask()
    expect([statements.count, count < 40]).toEqual([count, true])
  })

  it('may be shared by those whose only cookie is the choice about cookies', async () => {
    await fillCache()
    for (const headers of [undefined, { cookie: 'cookie-consent=%7B%7D' }])
      for (const path of addressesOf(prompt.id)) expect(await read(path, headers), path).toContain(mark)
  })

  it('have the headers of every response', async () => {
    const [made, found] = [await testSite.request('/api/categories'), await testSite.request('/api/categories')]
    expect(found.body).toEqual(made.body)
    for (const { headers } of [made, found]) {
      expect(headers.get('content-type')).toBe('application/json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    }
    expect(found.headers.get('x-request-id')).not.toBe(made.headers.get('x-request-id'))
  })

  it('show every write of this process at once, even if no page has to be dropped', async () => {
    const votes = async () => JSON.parse(await read(`/api/prompts/${prompt.id}`, {}, '192.0.2.1')).votes
    expect(await votes()).toEqual({ up: 0, down: 0 })
    const vote = { as: member, method: 'POST', json: { promptId: prompt.id, value: 1 } }
    expect((await testSite.request('/api/votes', vote)).status).toBe(200)
    expect(await votes()).toEqual({ up: 1, down: 0 })
  })
})

describe('the cache of answers', () => {
  it('drops what a prompt has with the prompt, also what was empty and asked for by its slug', async () => {
    const paths = cachedEndpoints
      .map((name) => contract[name].path)
      .filter((path) => path.startsWith('/api/prompts/{id}'))
    const addresses = paths.map((path) => path.replace('{id}', prompt.slug))
    expect(addresses.length).toBeGreaterThan(4)
    // Without a connection, it is a page that asks.
    for (const address of addresses) await testSite.app.request(address)
    const cached = () => addresses.filter((address) => answers.find(answerKey(address) ?? '', 'recent'))
    expect(cached()).toEqual(addresses)
    answers.drop([prompt.id])
    expect(cached()).toEqual([])
  })

  it('is neither read nor filled by a request that says who sends it, or might', async () => {
    for (const [what, headers] of Object.entries(identities)) {
      await fillCache()
      for (const path of addressesOf(prompt.id))
        expect([what, path, await read(path, headers)]).not.toContain(`"${mark}"`)
      answers.drop([everything])
      for (const path of [...addressesOf(prompt.id), ...addressesOf(draft.id)]) await read(path, headers)
      expect([what, answers.bytes]).toEqual([what, 0])
    }
  })

  it('is neither read nor filled by forced reads, writes and other methods', async () => {
    await fillCache()
    expect(await read('/api/home?_t=1')).not.toContain(mark)
    answers.drop([everything])
    await read('/api/home?_t=1')
    await testSite.app.request('/api/home', { method: 'HEAD' })
    await testSite.app.request('/api/home', { method: 'POST' })
    expect(answers.bytes).toBe(0)
  })

  it('has nothing that visitors may not see: what an author reads, a visitor is refused before and after', async () => {
    const own = await testSite.request(`/api/prompts/${draft.id}`, { as: member })
    expect([own.status, own.body.status]).toEqual([200, 'draft'])
    expect((await testSite.request(`/api/prompts/${draft.id}`)).status).toBe(404)
    expect((await testSite.request(`/api/prompts/${draft.id}`, { as: member })).status).toBe(200)
    expect(answers.bytes).toBe(0)
  })

  it('has only endpoints that are open to everybody, and no searches', () => {
    for (const name of cachedEndpoints) {
      const { method, security } = contract[name] as { method: string; security?: unknown }
      expect([name, method, security]).toEqual([name, 'get', undefined])
    }
    for (const path of [
      '/api/user',
      '/api/prompts?q=a',
      '/api/prompts/a/filled',
      '/api/comparisons/a',
      '/api/collections/a',
    ])
      expect([path, answerKey(path)]).toEqual([path, null])
  })

  it('doesn’t exist on a closed site', () => {
    const settingsOf = (access: string) => readSettings({ DATA_DIR: '/tmp/none', ACCESS: access })
    expect([createSiteAnswers(settingsOf('members')), createSiteAnswers(settingsOf('public')) !== undefined]).toEqual([
      undefined,
      true,
    ])
  })
})

describe('what a visitor’s request has besides its address', () => {
  /** An app whose every answer is what it knows about the request. */
  function createTellingApp(headers: Record<string, string> = {}) {
    const cache = createAnswerCache({ maxBytes: 10_000, freshMs: 60_000 })
    const app = new Hono<ApiEnv>()
    app.use(requestGuards({}))
    app.use(answerVisitors(cache))
    app.get('*', (c) => c.json({ actor: c.get('actor'), headers: [...c.req.raw.headers] }, 200, headers))
    const sent = {
      'user-agent': 'Browser',
      'accept-language': 'de',
      'x-forwarded-for': '192.0.2.9',
      origin: 'http://localhost',
    }
    const ask = async () =>
      (
        await app.request('/api/home', { headers: sent }, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
      ).json()
    return { ask, cache }
  }

  it('is unknown to what computes the answer', async () => {
    const { ask, cache } = createTellingApp()
    expect(await ask()).toEqual({ actor: { kind: 'visitor', address: 'unknown', browser: '' }, headers: [] })
    expect(cache.bytes).toBeGreaterThan(0)
  })

  it.each([
    ['Set-Cookie', 'a=b'],
    ['Cache-Control', 'private'],
    ['Vary', 'Accept-Language'],
  ])('may matter if the answer has a header of its own, such as %s, so it isn’t cached', async (name, value) => {
    const { ask, cache } = createTellingApp({ [name]: value })
    await ask()
    expect(cache.bytes).toBe(0)
  })
})
