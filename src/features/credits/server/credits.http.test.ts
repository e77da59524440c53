import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#platform/audit.ts'
import { inLanguage, setLanguages, siteLanguages } from '#platform/languages.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let me: string
let now = new Date('2026-11-20T12:00:00.000Z')
let userCount = 0

beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00.000Z')
  me = await testSite.addUser(`person${++userCount}`)
})

const get = (path = '', as = me) => testSite.request(`/api/user/credits${path}`, { as })
const post = (path: string, json: unknown, headers?: Record<string, string>) =>
  testSite.request(`/api/user/credits/${path}`, { as: me, method: 'POST', json, headers })

describe('reading credits', () => {
  it('returns the balance, even if it is the user’s first request or bypasses caches (`_t`)', async () => {
    expect(await get()).toMatchObject({ status: 200, body: { credits: 30 } })
    expect((await get('?_t=1')).body).toEqual({ credits: 30 })
  })

  it('returns a summary and a history, even to a new user', async () => {
    expect((await get('/summary')).body).toMatchObject({ credits: 30, nextReset: '2026-12-01T00:00:00.000Z' })
    expect((await get('/history')).body).toMatchObject({
      total: 1,
      nextCursor: null,
      items: [
        {
          amount: 30,
          kind: 'allowance',
          reason: 'Monthly allowance, free plan',
          balanceAfter: 30,
          createdAt: now.toISOString(),
        },
      ],
    })
  })

  it('doesn’t show another user’s history', async () => {
    await post('decrease', { amount: 3, reason: 'Mine' })
    const other = await testSite.addUser(`other${++userCount}`)
    expect((await get('/history', other)).body.items).toHaveLength(1)
  })
})

it.each([
  ['GET', ''],
  ['GET', '/summary'],
  ['GET', '/history'],
  ['GET', '/history.csv'],
  ['POST', '/decrease'],
  ['POST', '/increase'],
])('%s /api/user/credits%s refuses visitors', async (method, path) => {
  const json = method === 'POST' ? { amount: 1 } : undefined
  expect(await testSite.request(`/api/user/credits${path}`, { method, json })).toMatchObject({
    status: 401,
    body: { code: 'authentication_required' },
  })
})

describe('POST /api/user/credits/decrease', () => {
  it('spends credits and returns what is left', async () => {
    expect(await post('decrease', { amount: 3, reason: 'Generator: a quiz' })).toMatchObject({
      status: 200,
      body: { credits: 27 },
    })
    expect((await get('/history')).body.items[0]).toMatchObject({
      amount: -3,
      kind: 'spend',
      reason: 'Generator: a quiz',
      balanceAfter: 27,
    })
  })

  it('refuses to spend more than there is, with a message and the balance', async () => {
    await post('decrease', { amount: 28 })
    expect(await post('decrease', { amount: 3 })).toMatchObject({
      status: 402,
      body: { error: 'You need 3 credits but only have 2.', code: 'insufficient_credits', credits: 2 },
    })
  })

  it.each([
    { amount: 0 },
    { amount: -5 },
    { amount: 1.5 },
    { amount: 101 },
    { amount: 1e9 },
    { amount: '3' },
    { amount: null },
    {},
    { amount: 1, reason: 'x'.repeat(201) },
  ])('refuses %j, with the balance', async (json) => {
    expect(await post('decrease', json)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', credits: 30 },
    })
    expect((await get()).body).toEqual({ credits: 30 })
  })

  it('ignores all other fields of the body, such as a user, a kind or a balance', async () => {
    const other = await testSite.addUser(`victim${++userCount}`)
    await post('decrease', { amount: 1, userId: other, kind: 'gift', balance: 1000, expiresAt: '2030-01-01' })
    expect((await get('', other)).body).toEqual({ credits: 30 })
    expect((await get()).body).toEqual({ credits: 29 })
  })
})

describe('POST /api/user/credits/increase', () => {
  it('returns what was spent in the last 15 minutes, and no more', async () => {
    await post('decrease', { amount: 5 })
    now = new Date('2026-11-20T12:14:59.999Z')
    expect((await post('increase', { amount: 2 })).body).toEqual({ credits: 27 })
    expect((await post('increase', { amount: 3 })).body).toEqual({ credits: 30 })
    expect(await post('increase', { amount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_return', credits: 30 },
    })
  })

  it('refuses after 15 minutes, or if the month of the spend is over', async () => {
    await post('decrease', { amount: 5 })
    now = new Date('2026-11-20T12:15:00.000Z')
    expect(await post('increase', { amount: 5 })).toMatchObject({ status: 409, body: { credits: 25 } })
    now = new Date('2026-11-30T23:59:00.000Z')
    await post('decrease', { amount: 5 })
    now = new Date('2026-12-01T00:01:00.000Z')
    expect(await post('increase', { amount: 5 })).toMatchObject({ status: 409, body: { credits: 30 } })
  })
})

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name })

  it('makes a retry harmless: one spend, the same response', async () => {
    expect((await post('decrease', { amount: 5 }, key('a'))).body).toEqual({ credits: 25 })
    await post('decrease', { amount: 1 })
    expect(await post('decrease', { amount: 5 }, key('a'))).toMatchObject({ status: 200, body: { credits: 25 } })
    expect((await get()).body).toEqual({ credits: 24 })
  })

  it('belongs to one user, one path and one body', async () => {
    await post('decrease', { amount: 5 }, key('a'))
    expect(await post('decrease', { amount: 6 }, key('a'))).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', credits: 25 },
    })
    expect((await post('increase', { amount: 5 }, key('a'))).body).toEqual({ credits: 30 })
    const other = await testSite.addUser(`other${++userCount}`)
    const init = { as: other, method: 'POST', json: { amount: 5 }, headers: key('a') }
    expect((await testSite.request('/api/user/credits/decrease', init)).body).toEqual({ credits: 25 })
  })

  it('stores a refusal for insufficient credits: a retry gets the same message and balance', async () => {
    await post('decrease', { amount: 29 })
    const first = await post('decrease', { amount: 5 }, key('a'))
    await post('increase', { amount: 20 })
    const { requestId: _, ...body } = (await post('decrease', { amount: 5 }, key('a'))).body
    expect(body).toEqual({ error: 'You need 5 credits but only have 1.', code: 'insufficient_credits', credits: 1 })
    expect(first.body).toMatchObject(body)
  })

  it('stores no other refusal', async () => {
    expect((await post('increase', { amount: 5 }, key('a'))).status).toBe(409)
    await post('decrease', { amount: 5 })
    expect((await post('increase', { amount: 5 }, key('a'))).status).toBe(200)
  })

  it('is forgotten after 24 hours', async () => {
    await post('decrease', { amount: 5 }, key('a'))
    now = new Date('2026-11-21T12:00:00.000Z')
    expect((await post('decrease', { amount: 5 }, key('a'))).body).toEqual({ credits: 20 })
  })

  it('of more than 200 characters is refused', async () => {
    expect((await post('decrease', { amount: 5 }, key('x'.repeat(200)))).status).toBe(200)
    expect((await post('decrease', { amount: 5 }, key('x'.repeat(201)))).status).toBe(400)
  })

  it('sent 20 times concurrently counts once: each request gets the response or “in progress”', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => post('decrease', { amount: 5 }, key('a'))))
    for (const { status, body } of responses) {
      if (status === 200) expect(body).toEqual({ credits: 25 })
      else expect([status, body.code]).toEqual([409, 'in_progress'])
    }
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    expect((await get()).body).toEqual({ credits: 25 })
  })
})

describe('the history', () => {
  it('has stable pages, even while entries are added', async () => {
    for (let amount = 1; amount <= 5; amount++) await post('decrease', { amount })
    const first = (await get('/history?limit=2')).body
    expect(first).toMatchObject({ total: 6, items: [{ amount: -5 }, { amount: -4 }] })
    await post('increase', { amount: 1 })
    const second = (await get(`/history?limit=4&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ nextCursor: null, total: 7 })
    expect(second.items.map(({ amount }: { amount: number }) => amount)).toEqual([-3, -2, -1, 30])
    expect((await get('/history?cursor=nonsense')).body).toMatchObject({ code: 'validation_failed', credits: 16 })
  })

  it('is available as CSV, escaped to prevent spreadsheets from running formulas', async () => {
    await post('decrease', { amount: 1, reason: '=1+1, "quoted"' })
    const response = await testSite.app.request('/api/user/credits/history.csv', {
      headers: await testSite.headersOf(me),
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="credits.csv"')
    expect((await response.text()).split('\r\n')).toEqual([
      'createdAt,kind,reason,amount,balanceAfter',
      `${now.toISOString()},spend,"'=1+1, ""quoted""",-1,29`,
      `${now.toISOString()},allowance,"Monthly allowance, free plan",30,30`,
      '',
    ])
  })
})

describe('POST /api/admin/users/{id}/credits', () => {
  const give = (as: string, id: string, json: unknown = { amount: 50, reason: 'For the workshop' }) =>
    testSite.request(`/api/admin/users/${id}/credits`, { as, method: 'POST', json })

  it('gives credits that don’t expire, with their reason in the history and an entry in the audit log', async () => {
    const admin = await testSite.addUser(`admin${++userCount}`, 'admin')
    expect((await give(admin, me)).body).toEqual({ credits: 80 })
    now = new Date('2027-06-01T00:00:00.000Z')
    expect((await get()).body).toEqual({ credits: 80 })
    expect((await get('/history')).body.items.at(-2)).toMatchObject({ kind: 'gift', reason: 'For the workshop' })
    const { items } = await listAuditEntries(testSite.db, { action: 'credits.give' }, { limit: 1 })
    expect(items[0]).toMatchObject({ actor: { id: admin }, target: { kind: 'user', id: me }, details: { amount: 50 } })
  })

  it('is for admins only, and refuses unknown users, missing reasons and excessive amounts', async () => {
    expect((await give(me, me)).status).toBe(403)
    expect((await give(await testSite.addUser(`mod${++userCount}`, 'moderator'), me)).status).toBe(403)
    const admin = await testSite.addUser(`boss${++userCount}`, 'admin')
    expect((await give(admin, '019a9d1e-7c00-7000-8000-000000000001')).status).toBe(404)
    expect((await give(admin, me, { amount: 50 })).status).toBe(400)
    expect((await give(admin, me, { amount: 10_001, reason: 'Too much' })).status).toBe(400)
    expect((await get()).body).toEqual({ credits: 30 })
  })
})

it('the reasons of allowances are shown in the reader’s language', async () => {
  const before = siteLanguages()
  const words = new Map([['Monthly allowance, free plan', 'Monatliche Credits, kostenloses Abo']])
  setLanguages([
    { tag: 'en', prefix: '', format: null },
    { tag: 'de', prefix: '/de', format: null, find: (key) => words.get(key) },
  ])
  try {
    const { body } = await inLanguage('de', () => get('/history'))
    expect(body.items[0].reason).toBe('Monatliche Credits, kostenloses Abo')
    expect((await get('/history')).body.items[0].reason).toBe('Monthly allowance, free plan')
  } finally {
    setLanguages(before)
  }
})
