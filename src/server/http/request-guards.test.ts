import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiEnv } from '#platform/api.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createErrorHandler } from './error-responses.ts'
import { requestGuards, runAfterWrites } from './request-guards.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

type Site = { publicOrigin?: string; trustProxy?: string }

/** Sends a write to http://localhost. Returns `accepted` or the code of the error. */
async function sendWrite(site: Site, headers: Record<string, string>, from = '192.0.2.1') {
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(noLog))
  app.use(requestGuards(site))
  app.post('/', (c) => c.text('accepted'))
  const response = await app.request(
    '/',
    { method: 'POST', headers },
    { incoming: { socket: { remoteAddress: from } } },
  )
  return response.ok ? response.text() : (await response.json()).code
}

describe('the origin of a write', () => {
  it.each([
    ['https://prompts.example.org', 'accepted'],
    ['http://prompts.example.org', 'csrf_rejected'],
    ['https://prompts.example.org:8443', 'csrf_rejected'],
    ['https://prompts.example.org.evil.example', 'csrf_rejected'],
    ['https://evil.example', 'csrf_rejected'],
    ['prompts.example.org', 'csrf_rejected'],
    ['null', 'csrf_rejected'],
  ])('must be exactly that of PUBLIC_URL: %s', async (origin, outcome) => {
    const site = { publicOrigin: 'https://prompts.example.org' }
    expect(await sendWrite(site, { origin })).toBe(outcome)
    expect(await sendWrite(site, { origin, 'sec-fetch-site': 'same-origin' })).toBe(outcome)
    expect(await sendWrite(site, { origin, 'sec-fetch-site': 'cross-site' })).toBe('csrf_rejected')
  })

  it.each([
    [{ origin: 'http://localhost' }, 'accepted'],
    // A proxy that the site doesn't know may have terminated TLS.
    [{ origin: 'https://localhost' }, 'accepted'],
    [{ origin: 'http://localhost:8080' }, 'csrf_rejected'],
    [{ origin: 'http://evil.example' }, 'csrf_rejected'],
    [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-site' }, 'csrf_rejected'],
    // Sec-Fetch-Site is the browser's confirmation of the origin, and a proxy may have changed Host.
    [{ origin: 'https://prompts.example.org', 'sec-fetch-site': 'same-origin' }, 'accepted'],
    [{}, 'accepted'],
  ])('must match the request’s Host if PUBLIC_URL is unset: %o', async (headers, outcome) => {
    expect(await sendWrite({}, headers as Record<string, string>)).toBe(outcome)
  })

  it('must be https if a trusted proxy reports https', async () => {
    const site = { trustProxy: '10.0.0.1' }
    const headers = (origin: string) => ({ origin, 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' })
    expect(await sendWrite(site, headers('https://localhost'), '10.0.0.1')).toBe('accepted')
    expect(await sendWrite(site, headers('http://localhost'), '10.0.0.1')).toBe('csrf_rejected')
  })
})

it('runAfterWrites passes on whether public content changed during the write', async () => {
  const received: boolean[] = []
  const app = new Hono<ApiEnv>()
  app.use(runAfterWrites(async (changedPublicContent) => void received.push(changedPublicContent), noLog))
  app.post('/vote', (c) => c.text('cast'))
  app.post('/prompt', async (c) => {
    await inTransaction(testSite.db, (tx) => recordContentChange(tx, ['lists']))
    return c.text('published')
  })
  for (const path of ['/vote', '/prompt', '/vote']) await app.request(path, { method: 'POST' })
  await app.request('/vote')
  expect(received).toEqual([false, true, false])
})
