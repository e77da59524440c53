import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { errorReply, fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { makeHome } from '#test/make-home.ts'
import { homeKey } from './home-data.ts'
import { notifyHomeFailures } from './home-failure.ts'
import { homeQuery } from './home-queries.ts'

const show = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  show.mockClear()
})
afterEach(() => {
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/**
 * Refreshes the home data of a visitor at `pathname` whose browser already has earlier data. The requests get these
 * replies in turn.
 */
async function refreshAt(pathname: string, ...replies: Parameters<typeof fakeTransport>) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(homeKey, makeHome())
  const stop = notifyHomeFailures(queryClient, { pathname: () => pathname, show })
  const api = createApi({ fetch: fakeTransport(...replies) })
  const refresh = queryClient.query({ ...homeQuery(api), staleTime: 0 }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  await refresh
  return { queryClient, stop }
}

it('notifies once of a failed refresh, with the title and text of `homeFailure`, and keeps the earlier data', async () => {
  const { queryClient } = await refreshAt('/', errorReply(503, 'overloaded'))
  expect(show.mock.calls).toEqual([
    [
      {
        title: 'Error loading homepage data',
        text: 'There was a problem loading the homepage data. Please try again later.',
        isFailure: true,
      },
    ],
  ])
  expect(queryClient.getQueryData(homeKey)).toBeDefined()
})

it('doesn’t notify of a refresh that succeeds after a retry, or fails on another page', async () => {
  await refreshAt('/', errorReply(503, 'overloaded'), jsonReply(makeHome()))
  await refreshAt('/prompts', errorReply(503, 'overloaded'))
  expect(show).not.toHaveBeenCalled()
})

it('doesn’t notify after the notices have been turned off', async () => {
  const { queryClient, stop } = await refreshAt('/', jsonReply(makeHome()))
  stop()
  const api = createApi({ fetch: fakeTransport(errorReply(503, 'overloaded')) })
  const refresh = queryClient.query({ ...homeQuery(api), staleTime: 0 }).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  await refresh
  expect(show).not.toHaveBeenCalled()
})
