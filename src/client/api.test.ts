import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { delayed, errorReply, fakeTransport, jsonReply, noReply, offline } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:30:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const copyInput = { params: { id: 'haiku' } }

describe('a request', () => {
  it('sends credentials and asks for JSON', async () => {
    const transport = fakeTransport(jsonReply([]))
    await createApi({ fetch: transport })('GET /api/categories')
    expect(transport.sent[0]).toMatchObject({ method: 'GET', path: '/api/categories', credentials: 'include' })
    expect(transport.sent[0]?.headers.get('accept')).toBe('application/json')
    expect(transport.sent[0]?.headers.has('content-type')).toBe(false)
  })

  it('encodes params and query into the address, with the query sorted and without undefined values', async () => {
    const transport = fakeTransport(jsonReply({}))
    const api = createApi({ fetch: transport })
    await api('GET /api/prompts/{id}', { params: { id: 'a/b?c d' } })
    await api('GET /api/prompts', { query: { tag: 'c++', limit: 5, category: undefined } })
    await api('GET /api/prompts', { query: {} })
    expect(transport.sent.map(({ path }) => path)).toEqual([
      '/api/prompts/a%2Fb%3Fc%20d',
      '/api/prompts?limit=5&tag=c%2B%2B',
      '/api/prompts',
    ])
  })

  it('fails with the message that the call’s `messageOf` returns', async () => {
    const api = createApi({ fetch: fakeTransport(errorReply(500, 'internal_error')) })
    await expect(api('GET /api/footer', { rules: { messageOf: () => 'No footer.' } })).rejects.toMatchObject({
      message: 'No footer.',
      status: 500,
      code: 'internal_error',
    })
  })
})

describe('after a network error', () => {
  async function countTries(call: (api: ReturnType<typeof createApi>) => Promise<unknown>, inProcess = false) {
    const transport = fakeTransport(offline)
    const failed = call(createApi({ fetch: transport, inProcess })).catch((error) => error)
    await vi.runAllTimersAsync()
    expect(await failed).toMatchObject({ code: 'network_error' })
    return transport.sent.length
  }

  it('a GET is retried once', async () => {
    expect(await countTries((api) => api('GET /api/footer'))).toBe(2)
  })

  it('a write is retried only if it has an Idempotency-Key', async () => {
    expect(await countTries((api) => api('POST /api/prompts/{id}/copy', copyInput))).toBe(1)
    const retriableInput = { ...copyInput, idempotencyKey: 'k-1' }
    expect(await countTries((api) => api('POST /api/prompts/{id}/copy', retriableInput))).toBe(2)
  })

  it('nothing is retried on the server', async () => {
    expect(await countTries((api) => api('GET /api/footer'), true)).toBe(1)
  })
})

describe('identical GETs', () => {
  it('share one request in flight', async () => {
    const transport = fakeTransport(delayed(100, jsonReply(['one'])))
    const api = createApi({ fetch: transport })
    const both = Promise.all([api('GET /api/categories'), api('GET /api/categories')])
    await pass(100)
    expect(await both).toEqual([['one'], ['one']])
    expect(transport.sent).toHaveLength(1)
  })

  it('reuse the response until it is 5 s old', async () => {
    const transport = fakeTransport(delayed(100, jsonReply('old')), jsonReply('new'))
    const api = createApi({ fetch: transport })
    const first = api('GET /api/categories')
    await pass(100)
    expect(await first).toBe('old')
    await pass(4_999)
    expect(await api('GET /api/categories')).toBe('old')
    await pass(1)
    expect(await api('GET /api/categories')).toBe('new')
  })

  it('are recognized by their address, with the query parameters in any order', async () => {
    const transport = fakeTransport(jsonReply({}))
    const api = createApi({ fetch: transport })
    await api('GET /api/prompts', { query: { tag: 'a', limit: 5 } })
    await api('GET /api/prompts', { query: { limit: 5, tag: 'a' } })
    expect(transport.sent).toHaveLength(1)
    await api('GET /api/prompts', { query: { limit: 6, tag: 'a' } })
    expect(transport.sent).toHaveLength(2)
  })

  it('send a new request after a failure', async () => {
    const transport = fakeTransport(errorReply(500, 'internal_error'), jsonReply('ok'))
    const api = createApi({ fetch: transport })
    await expect(api('GET /api/categories')).rejects.toMatchObject({ status: 500 })
    expect(await api('GET /api/categories')).toBe('ok')
  })

  it('are all sent on the server, which neither shares responses nor uses local ones', async () => {
    const transport = fakeTransport(jsonReply([]))
    const api = createApi({ fetch: transport, inProcess: true, localResponses: () => 'local' })
    await Promise.all([api('GET /api/categories'), api('GET /api/categories')])
    expect(transport.sent).toHaveLength(2)
  })
})

describe('a forced read', () => {
  it('sends the current time as _t and bypasses a cached response', async () => {
    const transport = fakeTransport(jsonReply('old'), jsonReply('new'))
    const api = createApi({ fetch: transport })
    await api('GET /api/prompts', { query: { tag: 'a' } })
    await pass(1_000)
    expect(await api('GET /api/prompts', { query: { tag: 'a' }, fresh: true })).toBe('new')
    expect(transport.sent[1]?.path).toBe(`/api/prompts?tag=a&_t=${Date.parse('2026-11-20T09:30:01Z')}`)
  })

  it('bypasses a request in flight, and later reads share the response to the forced read', async () => {
    const transport = fakeTransport(delayed(2_000, jsonReply('old')), delayed(100, jsonReply('new')))
    const api = createApi({ fetch: transport })
    const slow = api('GET /api/categories')
    const forced = api('GET /api/categories', { fresh: true })
    await pass(2_000)
    expect([await slow, await forced]).toEqual(['old', 'new'])
    expect(await api('GET /api/categories')).toBe('new')
    expect(transport.sent).toHaveLength(2)
  })
})

describe('a write', () => {
  it('clears all cached responses', async () => {
    const transport = fakeTransport(jsonReply('before'), jsonReply({ copies: 1 }), jsonReply('after'))
    const api = createApi({ fetch: transport })
    await api('GET /api/home')
    await api('POST /api/prompts/{id}/copy', copyInput)
    expect(await api('GET /api/home')).toBe('after')
  })

  it('prevents reads that began before it from filling the cache', async () => {
    const transport = fakeTransport(delayed(1_000, jsonReply('before')), jsonReply({ copies: 1 }), jsonReply('after'))
    const api = createApi({ fetch: transport })
    const early = api('GET /api/home')
    await api('POST /api/prompts/{id}/copy', copyInput)
    expect(await api('GET /api/home')).toBe('after')
    await pass(1_000)
    expect(await early).toBe('before')
    expect(await api('GET /api/home')).toBe('after')
    expect(transport.sent).toHaveLength(3)
  })

  it('clears cached responses even if it fails, since the server may have made the change', async () => {
    const transport = fakeTransport(jsonReply('before'), errorReply(500, 'internal_error'), jsonReply('after'))
    const api = createApi({ fetch: transport })
    await api('GET /api/home')
    await expect(api('POST /api/prompts/{id}/copy', copyInput)).rejects.toMatchObject({ status: 500 })
    expect(await api('GET /api/home')).toBe('after')
  })

  it('is never shared: each call sends a request', async () => {
    const transport = fakeTransport(jsonReply({ copies: 1 }))
    const api = createApi({ fetch: transport })
    await Promise.all([api('POST /api/prompts/{id}/copy', copyInput), api('POST /api/prompts/{id}/copy', copyInput)])
    expect(transport.sent).toHaveLength(2)
  })
})

describe('a reader who aborts', () => {
  it('doesn’t affect the others', async () => {
    const transport = fakeTransport(delayed(100, jsonReply('response')))
    const api = createApi({ fetch: transport })
    const aborted = new AbortController()
    const left = api('GET /api/categories', { signal: aborted.signal }).catch((error) => error)
    const stayed = api('GET /api/categories', { signal: new AbortController().signal })
    aborted.abort(new Error('gone'))
    await pass(100)
    expect(await left).toMatchObject({ message: 'gone' })
    expect(await stayed).toBe('response')
    expect(transport.sent[0]?.signal.aborted).toBe(false)
  })

  it('cancels the request if nobody else waits for it, and the next reader sends a new one', async () => {
    const transport = fakeTransport(noReply, jsonReply('response'))
    const api = createApi({ fetch: transport })
    const aborted = new AbortController()
    const left = api('GET /api/categories', { signal: aborted.signal }).catch((error) => error)
    await pass(0)
    aborted.abort(new Error('gone'))
    expect(await left).toMatchObject({ message: 'gone' })
    expect(transport.sent[0]?.signal.aborted).toBe(true)
    expect(await api('GET /api/categories')).toBe('response')
  })

  it('sends nothing if the abort comes before the call', async () => {
    const transport = fakeTransport(jsonReply('response'))
    await expect(
      createApi({ fetch: transport })('GET /api/categories', { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone')
    expect(transport.sent).toHaveLength(0)
  })
})

describe('local responses', () => {
  it('answer GETs for which there is local data; forced reads and all other GETs are sent', async () => {
    const transport = fakeTransport(jsonReply('remote'))
    const api = createApi({
      fetch: transport,
      localResponses: (name) => (name === 'GET /api/categories' ? 'local' : undefined),
    })
    expect(await api('GET /api/categories')).toBe('local')
    expect(await api('GET /api/footer')).toBe('remote')
    expect(await api('GET /api/categories', { fresh: true })).toBe('remote')
    expect(transport.sent).toHaveLength(2)
  })
})
