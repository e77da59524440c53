import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import type { ApiEnv } from '#platform/api.ts'
import { memberOf } from '#test/test-site.ts'
import { noLog } from '../telemetry/request-log.ts'
import { createErrorHandler } from './error-responses.ts'
import { requestGuards } from './request-guards.ts'
import {
  createRequestCounter,
  createTokenCounter,
  createWindowCounter,
  limitRequests,
  limitTokens,
  pageNetwork,
  requestsPerToken,
  requestsPerWindow,
  warnOfUnnamedProxy,
} from './request-limit.ts'

function createSite(trustsProxy = false) {
  let now = 1_000_000
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(noLog))
  app.use(async (c, next) => {
    c.set('actor', { kind: 'visitor', address: c.req.header('x-address') ?? 'unknown', browser: '' })
    await next()
  })
  app.use(limitRequests({ requests: createRequestCounter(() => now), trustsProxy }))
  app.get('/', (c) => c.text('fine'))
  const send = (address: string, headers?: Record<string, string>) =>
    app.request('/', { headers: { 'x-address': address, ...headers } })
  const sendMany = async (address: string, times: number, headers?: Record<string, string>) => {
    for (let n = 0; n < times; n++) await send(address, headers)
  }
  return { send, sendMany, wait: (ms: number) => (now += ms) }
}

describe('the limit of the API', () => {
  it('refuses a network with too many requests until the window ends; others aren’t affected', async () => {
    const { send, sendMany, wait } = createSite()
    await sendMany('2001:db8::1', requestsPerWindow)
    const refused = await send('2001:db8::2')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    expect((await send('192.0.2.1')).status).toBe(200)
    wait(60_000)
    expect((await send('2001:db8::1')).status).toBe(200)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown'])(
    'doesn’t limit %s: this machine, or page rendering',
    async (address) => {
      const { send, sendMany } = createSite()
      await sendMany(address, requestsPerWindow)
      expect((await send(address)).status).toBe(200)
    },
  )

  it('counts each API token separately, from any network', async () => {
    const app = new Hono<ApiEnv>()
    app.onError(createErrorHandler(noLog))
    app.use(async (c, next) => {
      const token = { id: c.req.header('x-token') ?? '', scopes: [], dailyCredits: 0 }
      const address = c.req.header('x-address') ?? ''
      c.set('actor', { ...memberOf('somebody'), address, ...(token.id && { token }) })
      await next()
    })
    app.use(limitTokens({ requests: createTokenCounter(() => 1_000_000) }))
    app.get('/', (c) => c.text('fine'))
    const send = async (token: string, address: string) =>
      (await app.request('/', { headers: { 'x-token': token, 'x-address': address } })).status
    for (let n = 0; n < requestsPerToken; n++) expect(await send('one', `127.0.0.${n % 5}`)).toBe(200)
    expect(await send('one', '192.0.2.1')).toBe(429)
    expect(await send('two', '192.0.2.1')).toBe(200)
    expect(await send('', '192.0.2.1')).toBe(200)
  })

  it('counts requests over reset connections together, but not requests within the process', async () => {
    const app = new Hono<ApiEnv>()
    app.onError(createErrorHandler(noLog))
    app.use(requestGuards({}), limitRequests())
    app.get('/', (c) => c.text('fine'))
    const reset = { incoming: { socket: {} } }
    for (let n = 0; n < requestsPerWindow; n++) await app.request('/', {}, reset)
    expect((await app.request('/', {}, reset)).status).toBe(429)
    for (let n = 0; n < requestsPerWindow; n++) await app.request('/')
    expect((await app.request('/')).status).toBe(200)
  })

  it('counts requests that a trusted proxy on this machine forwards without a valid address', async () => {
    const { send, sendMany } = createSite(true)
    const garbage = { 'x-forwarded-for': 'unknown' }
    await sendMany('127.0.0.1', requestsPerWindow, garbage)
    expect((await send('127.0.0.1', garbage)).status).toBe(429)
    expect((await send('127.0.0.1')).status).toBe(200)
  })
})

describe('a flood from more networks than are counted', () => {
  const networks = Array.from({ length: 50_001 }, (_, n) => `2001:db8:0:${n.toString(16)}::/64`)

  it('doesn’t reset the count of a network that has used up its limit', () => {
    const counter = createWindowCounter(2, () => 1000)
    for (let n = 0; n < 2; n++) counter.add('192.0.2.1')
    for (const network of networks) counter.add(network)
    expect(counter.msToWait('192.0.2.1')).toBe(60_000)
    expect(counter.msToWait('198.51.100.7')).toBe(0)
  })

  it('makes the counter forget the least recently seen networks', () => {
    const counter = createWindowCounter(3, () => 1000)
    for (const network of ['idle', 'busy']) for (let n = 0; n < 2; n++) counter.add(network)
    for (const network of networks.slice(2)) counter.add(network)
    counter.add('busy')
    counter.add('late')
    counter.add('idle')
    expect(counter.msToWait('busy')).toBe(60_000)
    expect(counter.msToWait('idle')).toBe(0)
  })
})

it('warnOfUnnamedProxy warns once about a proxy that TRUST_PROXY doesn’t name', async () => {
  const warn = vi.fn()
  const app = new Hono<ApiEnv>()
  app.use(async (c, next) => {
    c.set('actor', { kind: 'visitor', address: c.req.header('x-address') ?? 'unknown', browser: '' })
    await next()
  })
  app.use(warnOfUnnamedProxy({ ...noLog, warn }))
  app.get('/', (c) => c.text('fine'))
  await app.request('/', { headers: { 'x-address': '127.0.0.1' } })
  await app.request('/', { headers: { 'x-address': '192.0.2.1', 'x-forwarded-for': '198.51.100.1' } })
  expect(warn).not.toHaveBeenCalled()
  for (let n = 0; n < 3; n++) {
    await app.request('/', { headers: { 'x-address': '127.0.0.1', 'x-forwarded-for': '198.51.100.1' } })
  }
  expect(warn).toHaveBeenCalledOnce()
})

describe('the network whose limit a page request counts toward', () => {
  const findNetwork = (trustProxy: string, remoteAddress: string | undefined, forwarded?: string) =>
    pageNetwork(trustProxy)({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    } as IncomingMessage)

  it('is that of the visitor, with or without a trusted proxy', () => {
    expect(findNetwork('', '192.0.2.1')).toBe('192.0.2.1')
    expect(findNetwork('127.0.0.1', '127.0.0.1', '192.0.2.9')).toBe('192.0.2.9')
    expect(findNetwork('127.0.0.1', '2001:db8::1')).toBe('2001:db8:0:0::/64')
  })

  it('is null for this machine, and for a proxy on it that TRUST_PROXY doesn’t name', () => {
    expect(findNetwork('', '127.0.0.1')).toBeNull()
    expect(findNetwork('', '::1')).toBeNull()
    expect(findNetwork('', '127.0.0.1', '192.0.2.9')).toBeNull()
  })

  it('is the same for all connections that were reset', () => {
    expect(findNetwork('', undefined)).toBe('disconnected')
  })

  it('is the proxy’s own if it sent no valid address', () => {
    expect(findNetwork('127.0.0.1', '127.0.0.1', 'unknown')).toBe('127.0.0.1')
  })
})
