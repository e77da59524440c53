import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeWire, gives, refuses } from '#test/fakes/wire.ts'
import { sampleHome } from '#test/sample-home.ts'
import { createApi } from '#web/api.ts'
import { createQueryClient } from '#web/query-client.ts'
import { homeKey } from './home-data.ts'
import { tellHomeFailures } from './home-failure.ts'
import { homeQuery } from './home-queries.ts'

const tell = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  tell.mockClear()
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/** Someone at `pathname`, with home data on the screen, whose refresh is answered by these replies in turn. */
async function refreshAt(pathname: string, ...replies: Parameters<typeof fakeWire>) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(homeKey, sampleHome())
  const end = tellHomeFailures(queryClient, { pathname: () => pathname, tell })
  const api = createApi({ fetch: fakeWire(...replies) })
  const asked = queryClient.query({ ...homeQuery(api), staleTime: 0 }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  await asked
  return { queryClient, end }
}

it('a refresh of home that fails is told once, in its own words, and what was there stays', async () => {
  const { queryClient } = await refreshAt('/', refuses(503, 'overloaded'))
  expect(tell.mock.calls).toEqual([
    [
      {
        title: 'Error loading homepage data',
        text: 'There was a problem loading the homepage data. Please try again later.',
        failed: true,
      },
    ],
  ])
  expect(queryClient.getQueryData(homeKey)).toBeDefined()
})

it('a refresh that works in the end is told to nobody, nor one on another page', async () => {
  await refreshAt('/', refuses(503, 'overloaded'), gives(sampleHome()))
  await refreshAt('/prompts', refuses(503, 'overloaded'))
  expect(tell).not.toHaveBeenCalled()
})

it('nothing is told after its end', async () => {
  const { queryClient, end } = await refreshAt('/', gives(sampleHome()))
  end()
  const api = createApi({ fetch: fakeWire(refuses(503, 'overloaded')) })
  const asked = queryClient.query({ ...homeQuery(api), staleTime: 0 }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  await asked
  expect(tell).not.toHaveBeenCalled()
})
