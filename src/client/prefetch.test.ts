import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { homeKey } from '#features/home/web/home-data.ts'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { footerQuery } from '#features/site/web/footer-queries.ts'
import { errorReply, fakeTransport, jsonReply, type Reply } from '#test/fakes/transport.ts'
import { createApi } from './api.ts'
import { prefetchFor } from './prefetch.ts'
import { createQueryClient } from './query-client.ts'

const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

function visitor(...replies: Reply[]) {
  const transport = fakeTransport(...replies)
  const api = createApi({ fetch: transport })
  const queryClient = createQueryClient()
  const visit = (pathname: string) =>
    prefetchFor(pathname, queryClient, { home: homeQuery(api, { prefetch: true }), footer: footerQuery(api) })
  return { queryClient, visit, requestedPaths: () => transport.sent.map(({ path }) => path), transport }
}

describe('prefetch', () => {
  it('loads home data and the footer on pages other than home', async () => {
    const { visit, requestedPaths, transport } = visitor(jsonReply({}))
    await visit('/prompts')
    expect(requestedPaths()).toEqual(['/api/home', '/api/footer'])
    expect(transport.sent[0]?.headers.get('x-request-type')).toBe('prefetch')
  })

  it('loads no footer on home, and no home data if it is cached', async () => {
    const { visit, requestedPaths, queryClient } = visitor(jsonReply({}))
    await visit('/')
    expect(requestedPaths()).toEqual(['/api/home'])
    queryClient.setQueryData(homeKey, queryClient.getQueryData(homeKey), { updatedAt: 0 })
    await visit('/')
    expect(requestedPaths()).toEqual(['/api/home'])
  })

  it('treats a prefetched footer as fresh until it is 10 min old', async () => {
    const { visit, requestedPaths } = visitor(jsonReply({}))
    await visit('/prompts')
    await vi.advanceTimersByTimeAsync(10 * minute - 1)
    await visit('/search')
    expect(requestedPaths()).toEqual(['/api/home', '/api/footer'])
    await vi.advanceTimersByTimeAsync(1)
    await visit('/categories')
    expect(requestedPaths()).toEqual(['/api/home', '/api/footer', '/api/footer'])
  })

  it('never fails: the query stores the error for the page', async () => {
    const { visit, queryClient } = visitor(errorReply(404, 'not_found'))
    await visit('/prompts')
    expect(queryClient.getQueryState(['/api/footer'])?.error).toMatchObject({ message: 'Failed to fetch footer data.' })
  })
})
