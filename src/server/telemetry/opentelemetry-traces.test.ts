import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withoutValues } from '#platform/database/trace-statements.ts'
import type { Log } from '#platform/log-fields.ts'
import { traced } from '#platform/traced.ts'
import { startOtlpCollector } from '#test/fakes/otlp-collector.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { startTraces } from './opentelemetry-traces.ts'
import { noLog } from './request-log.ts'
import { describePage, pageSpan } from './trace-requests.ts'

let testSite: TestSite
let collector: Awaited<ReturnType<typeof startOtlpCollector>>
beforeAll(async () => {
  testSite = await createTestSite()
  collector = await startOtlpCollector()
})
afterAll(async () => {
  await collector.stop()
  await testSite.close()
})

/** Returns the spans that a collector receives while `work` runs. */
async function collectSpans(work: () => Promise<unknown>) {
  const before = collector.spans.length
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%20b')
  vi.stubEnv('OTEL_SERVICE_NAME', 'our-site')
  const traces = startTraces(`${collector.url}/v1/traces`, noLog)
  vi.unstubAllEnvs()
  try {
    await work()
  } finally {
    await traces.stop()
  }
  return collector.spans.slice(before)
}

describe('traces', () => {
  it('have a span for a request, named after its route, a child span for each statement, and the site’s name', async () => {
    const spans = await collectSpans(() => testSite.request('/api/prompts?q=secret-words'))
    const request = spans.find(({ name }) => name === 'GET /api/prompts')
    expect(request).toMatchObject({ parentId: '', isFailed: false })
    expect(request?.attributes).toMatchObject({ 'http.route': '/api/prompts', 'http.response.status_code': 200 })
    expect(request?.attributes['promptarium.request_id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(request?.resource).toMatchObject({ 'service.name': 'our-site', 'service.version': expect.any(String) })
    const statements = spans.filter(({ name }) => name === 'SELECT' || name === 'WITH')
    expect(statements.length).toBeGreaterThan(0)
    // OTLP's kind 3 is a client.
    for (const statement of statements)
      expect(statement).toMatchObject({ traceId: request?.traceId, parentId: request?.spanId, kind: 3 })
    expect(collector.requests.at(-1)).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'a b' } })
  })

  it('contain no texts or names of people: no path, query, body, value or id', async () => {
    const member = await testSite.addUser('traced-member')
    const { slug, id } = await testSite.addPrompt({ title: 'Traced title', content: 'Traced content' })
    const before = collector.requests.length
    await collectSpans(async () => {
      await testSite.request('/api/users/traced-member')
      await testSite.request(`/api/prompts/${id}`, { as: member })
      await testSite.request(`/api/prompts?q=traced-words`)
      await testSite.request(`/api/prompts/${id}/copy`, { as: member, method: 'POST' })
      await testSite.request('/api/login', {
        method: 'POST',
        json: { email: 'a@traced.example', password: 'traced-pass' },
      })
      await testSite.app.request('/api/nowhere/traced-path')
    })
    const sent = Buffer.concat(collector.requests.slice(before).map(({ body }) => body)).toString('latin1')
    expect(sent).toContain('/api/prompts/')
    for (const text of [/traced/i, slug, id, member]) expect(sent).not.toMatch(text)
  })

  it.each([
    [200, '/prompt/a-title', 'GET /prompt/…'],
    [200, '/prompts', 'GET /prompts'],
    [503, '/prompt/a-title', 'GET /prompt/…'],
    [404, '/typed-words', 'GET'],
    [307, '/typed-words/', 'GET'],
  ])('call the span of a page with status %d at %s “%s”', (status, path, name) => {
    const span = pageSpan()
    describePage(span, path, status)
    expect(span.name).toBe(name)
  })

  it('contain jobs, and failures without their messages', async () => {
    testSite.jobs.handle('traced job', async () => {
      throw Object.assign(new Error('Of somebody@example.org'), { code: 'E_WRONG' })
    })
    await testSite.db.transaction().execute((tx) => testSite.jobs.add(tx, 'traced job', null))
    const spans = await collectSpans(() => testSite.jobs.runWaiting({ limit: 1 }))
    // OTLP's kind 5 is a consumer.
    expect(spans.find(({ name }) => name === 'job traced job')).toMatchObject({ isFailed: true, kind: 5 })
    expect(JSON.stringify(spans)).not.toContain('somebody')
  })

  it.each([
    ['23505', '23505'],
    ['of somebody@example.org', 'TypeError'],
    [undefined, 'TypeError'],
  ])('report an error with the code %j as “%s”, without its message', async (code, type) => {
    const fail = async () => {
      throw Object.assign(new TypeError('Of somebody@example.org'), { code })
    }
    const work = () =>
      traced(() => ({ name: 'failing', kind: 'internal', attributes: {} }), fail).catch(() => undefined)
    const [span] = await collectSpans(work)
    expect(span).toMatchObject({ isFailed: true, attributes: { 'error.type': type } })
  })

  it('delay nothing while the collector is unavailable, which is logged exactly once', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
    const lines: string[] = []
    const log: Log = { ...noLog, warn: (fields, line) => lines.push(`${line}: ${JSON.stringify(fields)}`) }
    const traces = startTraces('http://127.0.0.1:9/v1/traces', log)
    vi.unstubAllEnvs()
    expect((await testSite.request('/api/categories')).status).toBe(200)
    // There are enough spans for more than two deliveries, and each delivery fails.
    for (let count = 0; count < 1_100; count++)
      await traced(
        () => ({ name: 'work', kind: 'internal', attributes: {} }),
        async () => undefined,
      )
    await traces.stop()
    expect(lines).toEqual([expect.stringMatching(/^traces can’t be delivered: .*ECONNREFUSED/)])
  })

  it('don’t load the SDK when the server’s modules are imported', () => {
    const program = `const { registerHooks } = await import('node:module')
      const isSdk = (name) => /^@opentelemetry.(sdk|exporter|resources)/.test(name)
      registerHooks({ resolve: (name, context, next) => (isSdk(name) ? process.exit(1) : next(name, context)) })
      await import('./src/server/start/serve.ts')
      process.exit(0)`
    execFileSync(process.execPath, ['--input-type=module', '--eval', program])
  })
})

describe('withoutValues', () => {
  it.each([
    [`select 'it''s', 12.5, $1 from t2 where a = 'x'`, 'select ?, ?, $1 from t2 where a = ?'],
    ['select $$a b$$, $tag$c$tag$,\n  1', 'select ?, ?, ?'],
    [`select 'cut o`, 'select ?'],
  ])('turns %j into %j', (text, expected) => {
    expect(withoutValues(text)).toBe(expected)
  })
})
