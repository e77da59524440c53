import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import {
  delayed,
  errorReply,
  fakeTransport,
  jsonReply,
  noReply,
  offline,
  type Reply,
  textReply,
} from '#test/fakes/transport.ts'
import { fetchHome, homeBackoff, homeKey } from './home-data.ts'
import { homeQuery } from './home-queries.ts'

const minute = 60_000
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:30:00Z') })
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

function createHomeQuery(...replies: Reply[]) {
  const transport = fakeTransport(...replies)
  const queryClient = createQueryClient()
  const options = homeQuery(createApi({ fetch: transport }))
  const read = () => queryClient.query(options).catch((error) => error)
  return { transport, queryClient, options, read }
}

describe('the home request', () => {
  it('bypasses HTTP caches and states when and why it was sent', async () => {
    const { transport, read } = createHomeQuery(jsonReply({ first: true }), jsonReply({ second: true }))
    await read()
    await advanceTime(5 * minute)
    await read()
    expect(transport.sent.map(({ headers }) => headers.get('x-request-type'))).toEqual(['initial', 'refresh'])
    expect(transport.sent.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-cache', 'no-cache'])
    expect(transport.sent[0]?.headers.get('x-request-time')).toBe(String(Date.parse('2026-11-20T09:30:00Z')))
  })

  it('is repeated only after 5 min', async () => {
    const { transport, read } = createHomeQuery(jsonReply({}))
    await read()
    await advanceTime(5 * minute - 1)
    await read()
    expect(transport.sent).toHaveLength(1)
    await advanceTime(1)
    await read()
    expect(transport.sent).toHaveLength(2)
  })

  it('is shared while in flight, and its response is reused for 2 s', async () => {
    const transport = fakeTransport(delayed(100, jsonReply('old')), jsonReply('new'))
    const api = createApi({ fetch: transport })
    const responses = Promise.all([fetchHome(api, 'initial'), fetchHome(api, 'prefetch')])
    await advanceTime(100)
    expect(await responses).toEqual(['old', 'old'])
    await advanceTime(1_999)
    expect(await fetchHome(api, 'refresh')).toBe('old')
    await advanceTime(1)
    expect(await fetchHome(api, 'refresh')).toBe('new')
    expect(transport.sent).toHaveLength(2)
  })

  it('is aborted after 15 s', async () => {
    const failed = fetchHome(createApi({ fetch: fakeTransport(noReply) }), 'initial').catch((error) => error)
    const done = vi.fn()
    failed.then(done)
    await advanceTime(14_999)
    expect(done).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(await failed).toMatchObject({ status: 408, message: 'Request timed out. Please try again.' })
  })
})

describe('a home request that fails', () => {
  it('rejects with the status, and with the specification’s message for the failure', async () => {
    const cases: [Reply, number, string][] = [
      [errorReply(503, 'overloaded', 'Busy.'), 503, 'Failed to fetch homepage data'],
      [errorReply(404, 'not_found'), 404, 'Failed to fetch homepage data'],
      [offline, 0, 'Failed to fetch homepage data'],
      [textReply('<html>'), 200, 'Invalid JSON response from server'],
    ]
    for (const [reply, status, message] of cases) {
      await expect(fetchHome(createApi({ fetch: fakeTransport(reply) }), 'initial')).rejects.toMatchObject({
        status,
        message,
      })
    }
  })

  describe('is retried twice, after 1 s and after 2 s', () => {
    it.each([
      ['a server error', errorReply(500, 'internal_error')],
      ['a network error', offline],
      ['an invalid response', textReply('<html>')],
    ])('if the cause is %s', async (_, reply) => {
      const { transport, read } = createHomeQuery(reply)
      const failed = read()
      await advanceTime(minute)
      expect(await failed).toMatchObject({ name: 'ApiError' })
      const [first = 0] = transport.sent.map(({ at }) => at)
      expect(transport.sent.map(({ at }) => at - first)).toEqual([0, 1_000, 3_000])
    })
  })

  it('backs off from 1 s, doubling each time, up to 10 s', () => {
    expect([0, 1, 2, 3, 4, 50].map(homeBackoff)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  it('is not retried on the server', async () => {
    environmentManager.setIsServer(() => true)
    const { transport, read } = createHomeQuery(errorReply(500, 'internal_error'))
    expect(await read()).toMatchObject({ status: 500 })
    expect(transport.sent).toHaveLength(1)
  })
})

describe('home data that the server sent with the page', () => {
  it('is used without a request', async () => {
    const { transport, queryClient, read } = createHomeQuery(jsonReply({}))
    queryClient.setQueryData(homeKey, { hydrated: true } as never)
    expect(await read()).toEqual({ hydrated: true })
    expect(transport.sent).toHaveLength(0)
  })
})
