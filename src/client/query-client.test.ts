import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorReply, fakeTransport, jsonReply, noReply, offline, type Reply } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'
import { apiQuery } from './api-query.ts'
import { createQueryClient, retryUpTo } from './query-client.ts'

const minute = 60_000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

/** Imitates a page that loads the categories through the query cache and the request client. */
function categoriesPage(...replies: Reply[]) {
  const transport = fakeTransport(...replies)
  const queryClient = createQueryClient()
  const options = apiQuery(createApi({ fetch: transport }), 'GET /api/categories')
  const open = () => new QueryObserver(queryClient, options).subscribe(() => {})
  const state = () => queryClient.getQueryState(options.queryKey)
  return { transport, queryClient, options, open, state }
}

describe('the query cache', () => {
  it('reuses data until it is 5 min old', async () => {
    const { transport, open } = categoriesPage(jsonReply([]))
    open()
    await pass(5 * minute - 1)
    open()
    expect(transport.sent).toHaveLength(1)
    await pass(1)
    open()
    expect(transport.sent).toHaveLength(2)
  })

  it('keeps unused data for 30 min', async () => {
    const { queryClient, options, open } = categoriesPage(jsonReply(['cached']))
    const close = open()
    await pass(0)
    close()
    await pass(30 * minute - 1)
    expect(queryClient.getQueryData(options.queryKey)).toEqual(['cached'])
    await pass(1)
    expect(queryClient.getQueryData(options.queryKey)).toBeUndefined()
  })

  it('starts no timer on the server', async () => {
    environmentManager.setIsServer(() => true)
    const { queryClient, options } = categoriesPage(jsonReply([]))
    await queryClient.query(options)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not refetch when the window receives focus, even if the data is old', async () => {
    const { transport, queryClient, open } = categoriesPage(jsonReply([]))
    queryClient.mount()
    open()
    await pass(5 * minute)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await pass(0)
    expect(transport.sent).toHaveLength(1)
    queryClient.unmount()
  })

  it('aborts the request of a canceled query', async () => {
    const { transport, queryClient, options } = categoriesPage(noReply)
    const reading = queryClient.query(options).catch(() => 'canceled')
    await pass(0)
    await queryClient.cancelQueries()
    expect(await reading).toBe('canceled')
    expect(transport.sent[0]?.signal.aborted).toBe(true)
  })
})

describe('a query that fails', () => {
  it('is retried once, after 1 s', async () => {
    const { transport, open, state } = categoriesPage(errorReply(500, 'internal_error'), jsonReply(['ok']))
    open()
    await pass(999)
    expect(transport.sent).toHaveLength(1)
    await pass(1)
    expect(transport.sent).toHaveLength(2)
    expect(state()).toMatchObject({ status: 'success', data: ['ok'] })
  })

  it('because of the network is attempted twice in total, both times by the request client', async () => {
    const { transport, open, state } = categoriesPage(offline)
    open()
    await pass(minute)
    expect(transport.sent).toHaveLength(2)
    expect(state()).toMatchObject({ status: 'error' })
  })

  it('is attempted twice if the cause is a timeout, a rate limit or a server error, but only once after a refusal', async () => {
    const attempts: Record<number, number> = {}
    for (const status of [400, 401, 403, 404, 408, 409, 429, 500, 503]) {
      const { transport, open } = categoriesPage(errorReply(status, 'some_code'))
      open()
      await pass(minute)
      attempts[status] = transport.sent.length
    }
    expect(attempts).toEqual({ 400: 1, 401: 1, 403: 1, 404: 1, 408: 2, 409: 1, 429: 2, 500: 2, 503: 2 })
  })

  it('is not retried if Retry-After is longer than the retry delay of 1 s', async () => {
    const { transport, open } = categoriesPage(errorReply(503, 'overloaded', 'Later.', { 'retry-after': '2' }))
    open()
    await pass(minute)
    expect(transport.sent).toHaveLength(1)
  })

  it('is not retried on the server', async () => {
    environmentManager.setIsServer(() => true)
    const { transport, queryClient, options } = categoriesPage(errorReply(500, 'internal_error'))
    await expect(queryClient.query(options)).rejects.toMatchObject({ status: 500 })
    expect(transport.sent).toHaveLength(1)
  })

  it('because of an exception in our code is not retried', () => {
    expect(retryUpTo(1)(0, new TypeError('not a function'))).toBe(false)
  })
})
