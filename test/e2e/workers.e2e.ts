import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { startOtlpCollector } from '../fakes/otlp-collector.ts'
import { makeMember } from './members.ts'
import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'
import { textWithBlanks } from './writer.ts'

// Each site has three processes to start: the primary and two workers.
test.describe.configure({ timeout: 180_000 })

type ReceivedResponse = { status: number; body: string; cookie: string }
type Call = { method?: string; data?: unknown; headers?: Record<string, string> }

/** Sends a request over a new connection, so that either worker may get it. */
function sendRequest(url: string, { method = 'GET', data, headers = {} }: Call = {}): Promise<ReceivedResponse> {
  const json = data === undefined ? undefined : JSON.stringify(data)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      url,
      { method, agent: false, timeout: 20_000, headers: { ...type, ...headers } },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        response.on('end', () => {
          const cookie = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
          resolve({ status: response.statusCode ?? 0, body, cookie })
        })
        response.on('error', reject)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('No response within 20 s.')))
    outgoing.on('error', reject)
    outgoing.end(json)
  })
}

/** Returns the ids of the server processes whose parent is `pid`. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
        return Number(parent) === pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('main.ts')
      } catch {
        return false
      }
    })
    .map(Number)
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Registers a member. Returns the session's cookie. */
async function signUp(url: string): Promise<string> {
  const { status, body, cookie } = await sendRequest(`${url}/api/register`, { method: 'POST', data: makeMember() })
  expect(status, body).toBe(201)
  return cookie
}

/** Publishes a prompt. Returns its id and slug, or null if the server didn't confirm it. */
async function publish(url: string, cookie: string, title: string): Promise<{ id: string; slug: string } | null> {
  const data = { title, content: textWithBlanks, category: 'creative', tags: ['bridge'] }
  const response = await sendRequest(`${url}/api/prompts`, { method: 'POST', data, headers: { cookie } }).catch(
    () => null,
  )
  if (response?.status !== 201) return null
  return JSON.parse(response.body)
}

let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product

async function startTwoWorkers(settings: Record<string, string> = {}): Promise<string> {
  storage = await createSiteStorage()
  product = await startBuiltSite({ ...storage.settings, WORKERS: '2', ...settings })
  expect(workersOf(product.pid)).toHaveLength(2)
  return product.url
}

async function stopAll(): Promise<void> {
  await product.stop()
  await storage.remove()
}

test.describe('a site whose workers die', { tag: '@slow' }, () => {
  test.beforeAll(async () => {
    await startTwoWorkers({ DRAIN_SECONDS: '2' })
  })
  test.afterAll(stopAll)

  // This test comes first, because the delay grows with each worker that ends.
  test('a worker that ends repeatedly is restarted after growing delays, while the other one responds', async () => {
    const { url } = product
    const [stable = 0] = workersOf(product.pid)
    const delays = () => [...product.output().matchAll(/"restartMs":(\d+)/g)].map(([, ms]) => Number(ms))
    for (const expected of [[500], [500, 1000]]) {
      await expect.poll(() => workersOf(product.pid).length, { timeout: 90_000 }).toBe(2)
      const other = workersOf(product.pid).find((pid) => pid !== stable)
      // A signal to PID 0 would reach the test runner.
      expect(other).toBeGreaterThan(0)
      process.kill(other as number, 'SIGKILL')
      // Until the primary notices that a worker has ended, it may still pass connections to that worker.
      await expect.poll(delays).toEqual(expected)
      await expect
        .poll(async () => (await sendRequest(`${url}/readyz`).catch(() => null))?.status, { timeout: 90_000 })
        .toBe(200)
    }
  })

  test('a page that is changed through one worker is up to date in both from the next request on', async () => {
    const { url } = product
    await expect
      .poll(async () => (await sendRequest(`${url}/metrics`)).body, { timeout: 90_000 })
      .toMatch(/^workers 2$/m)
    const cookie = await signUp(url)
    const created = await publish(url, cookie, 'An old bridge')
    const read = () => Promise.all(Array.from({ length: 6 }, () => sendRequest(`${url}/prompt/${created?.slug}`)))
    for (let n = 1; n <= 5; n++) {
      // After this, both workers have very likely cached the page.
      for (const { status } of await read()) expect(status).toBe(200)
      const change = { description: `Change number ${n} of the bridge.` }
      const edit = await sendRequest(`${url}/api/prompts/${created?.id}`, {
        method: 'PATCH',
        data: change,
        headers: { cookie },
      })
      expect(edit.status, edit.body).toBe(200)
      for (const { body } of await read()) expect(body).toContain(`Change number ${n} of`)
    }
  })

  test('kill -9 of a worker under load loses no confirmed write, and another worker takes its place', async () => {
    const { url } = product
    const cookie = await signUp(url)
    const confirmed: string[] = []
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n++) {
        const created = await publish(url, cookie, `Bridge ${writer} number ${n}`).catch(() => null)
        if (created) confirmed.push(created.id)
      }
    }
    const writers = [1, 2, 3].map(write)
    await expect.poll(() => confirmed.length, { timeout: 90_000 }).toBeGreaterThan(5)
    const readRestartCount = async () =>
      Number(/^worker_restarts (\d+)$/m.exec((await sendRequest(`${url}/metrics`)).body)?.[1])
    const restartsBefore = await readRestartCount()
    const [killed = 0] = workersOf(product.pid)
    process.kill(killed, 'SIGKILL')
    const countAtKill = confirmed.length
    await expect.poll(() => confirmed.length, { timeout: 90_000 }).toBeGreaterThan(countAtKill + 5)
    await expect.poll(() => workersOf(product.pid).length, { timeout: 90_000 }).toBe(2)
    isOver = true
    await Promise.all(writers)
    for (const id of confirmed) expect((await sendRequest(`${url}/api/prompts/${id}`)).status).toBe(200)
    await expect.poll(readRestartCount, { timeout: 90_000 }).toBe(restartsBefore + 1)
    // /metrics counts a new worker once that worker is ready.
    await expect
      .poll(async () => (await sendRequest(`${url}/metrics`)).body, { timeout: 90_000 })
      .toMatch(/^workers 2$/m)
    expect(product.output()).toContain('"end":"killed by SIGKILL"')
  })

  test('signals to all processes at the same time, as Ctrl-C sends them, let the workers serve while they drain', async () => {
    const { url } = product
    const workers = workersOf(product.pid)
    for (const pid of [product.pid, ...workers]) process.kill(pid, 'SIGINT')
    // The workers wait for DRAIN_SECONDS. A signal sent directly to them doesn't count as a second signal, which would
    // end that wait.
    await expect.poll(async () => (await sendRequest(`${url}/readyz`)).status).toBe(503)
    expect((await sendRequest(`${url}/api/categories`)).status).toBe(200)
    await expect.poll(() => workers.filter(isAlive), { timeout: 90_000 }).toEqual([])
  })
})

test.describe('on a separate site', () => {
  test.describe.configure({ mode: 'parallel' })
  test.afterEach(stopAll)

  test('limits count the requests to all workers together', { tag: '@slow' }, async () => {
    const url = await startTwoWorkers({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) {
      const batch = await Promise.all(
        Array.from({ length: 10 }, () => sendRequest(`${url}/api/categories`, { headers })),
      )
      statuses.push(...batch.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    // The workers exchange their counts four times a second.
    const sendMore = () =>
      Promise.all(Array.from({ length: 8 }, () => sendRequest(`${url}/api/categories`, { headers })))
    await expect.poll(async () => (await sendMore()).every(({ status }) => status === 429)).toBe(true)
    const other = await sendRequest(`${url}/api/categories`, { headers: { 'x-forwarded-for': '192.0.2.8' } })
    expect(other.status).toBe(200)
  })

  test('the traces that two workers send to one collector are complete and distinguishable', async () => {
    const collector = await startOtlpCollector()
    try {
      const url = await startTwoWorkers({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
      const pending = Array.from({ length: 40 }, () => sendRequest(`${url}/api/categories`))
      expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(pending.map(() => 200))
      await product.stop()

      const requests = collector.spans.filter(({ name }) => name === 'GET /api/categories')
      expect(requests).toHaveLength(40)
      const instances = new Set(requests.map(({ resource }) => resource['service.instance.id']))
      expect(instances.size).toBe(2)
      expect(product.output()).not.toContain('can’t be delivered')
    } finally {
      await collector.stop()
    }
  })

  test('SIGTERM or SIGKILL to the primary ends the workers, and frees the port and the database', {
    tag: '@slow',
  }, async () => {
    let url = await startTwoWorkers({ DATABASE_URL: '' })
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const workers = workersOf(product.pid)
      process.kill(product.pid, signal)
      await expect.poll(() => workers.filter(isAlive), { timeout: 90_000 }).toEqual([])
      await expect
        .poll(() =>
          sendRequest(url).then(
            () => 'up',
            () => 'gone',
          ),
        )
        .toBe('gone')
      const { port } = new URL(url)
      product = await startBuiltSite({ ...storage.settings, DATABASE_URL: '', PORT: port, WORKERS: '2' })
      url = product.url
      expect((await sendRequest(`${url}/readyz`)).status).toBe(200)
    }
  })
})

test('an error that stops every worker aborts startup, and is reported', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890' }
  const others = { STRIPE_PRICE_ID: 'price_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const { settings, remove } = await createSiteStorage()
  const startup = startBuiltSite({ ...settings, ...keys, ...others, WORKERS: '2' })
  await expect(startup).rejects.toThrow(/STRIPE_SECRET_KEY: Stripe didn’t say which account/)
  await remove()
})
