import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { setSiteFacts, siteFacts } from '#client/site-facts.ts'
import { setSession } from '#features/accounts/web/session-store.ts'
import { homeKey } from '#features/home/web/home-data.ts'
import { homeQuery } from '#features/home/web/home-queries.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { makeHome } from '#test/make-home.ts'
import { startBackgroundWork } from './use-background-work.ts'

const minute = 60_000
const ada = {
  id: '01990000-0000-7000-8000-00000000000a',
  username: 'ada',
  email: 'ada@example.org',
  credits: 30,
  role: 'user' as const,
  emailVerified: true,
  createdAt: '2026-11-20T09:30:00.000Z',
  language: null,
  hasGroups: false,
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  vi.stubGlobal('document', { hidden: false })
})
afterEach(() => {
  vi.unstubAllGlobals()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/**
 * Starts the background work of an app that was opened at `pathname`. `rendered`: the home data that the page from the
 * server contained. In the result, `open` moves to another page, and `end` stops the work.
 */
function appAt(pathname: string, rendered?: ReturnType<typeof makeHome>) {
  const tabStorage = { getItem: () => null, setItem: vi.fn() }
  vi.stubGlobal('window', { sessionStorage: tabStorage })
  const transport = fakeTransport(jsonReply(makeHome()))
  const api = createApi({ fetch: transport })
  const queryClient = createQueryClient()
  if (rendered) queryClient.setQueryData(homeKey, rendered)
  const listeners = new Set<(path: string) => void>()
  const end = startBackgroundWork({
    queryClient,
    api,
    pathname,
    onOpened: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const open = (path: string) => {
    for (const listener of listeners) listener(path)
  }
  return { api, queryClient, tabStorage, open, end, requestedPaths: () => transport.sent.map(({ path }) => path) }
}

describe('the background work of the app', () => {
  it('prefetches nothing for a home page that the server rendered, and the footer for the next page', async () => {
    const { open, requestedPaths } = appAt('/', makeHome())
    await pass(0)
    expect(requestedPaths()).toEqual([])
    open('/prompts')
    await pass(0)
    expect(requestedPaths()).toEqual(['/api/footer'])
  })

  it('saves the server’s home data in the tab', () => {
    expect(appAt('/', makeHome()).tabStorage.setItem).toHaveBeenCalledOnce()
  })

  it('refreshes the home data on the screen for the first time 3 min 10 s after the app starts', async () => {
    const { api, queryClient, requestedPaths } = appAt('/', makeHome())
    new QueryObserver(queryClient, homeQuery(api)).subscribe(() => {})
    await pass(10_000 + 3 * minute - 1)
    expect(requestedPaths()).toEqual([])
    await pass(1)
    expect(requestedPaths()).toEqual(['/api/home'])
  })

  it('prefetches a member’s own lists only if the operator has turned that on', async () => {
    vi.stubGlobal('document', { hidden: false, documentElement: { toggleAttribute: () => true } })
    setSession({ state: 'signedIn', user: ada })
    const off = appAt('/my-prompts', makeHome())
    await pass(0)
    expect(off.requestedPaths()).toEqual(['/api/footer'])
    setSiteFacts({ ...siteFacts(), prefetch: true })
    const on = appAt('/my-prompts', makeHome())
    await vi.dynamicImportSettled()
    await pass(0)
    expect(on.requestedPaths()).toEqual(['/api/footer', '/api/user/prompts?status=published'])
    setSiteFacts({ ...siteFacts(), prefetch: undefined })
    setSession({ state: 'signedOut', user: null })
  })

  it('does nothing more once it has been stopped', async () => {
    const { open, end, tabStorage, queryClient, requestedPaths } = appAt('/')
    await pass(0)
    const [pathsBefore, savesBefore] = [requestedPaths(), tabStorage.setItem.mock.calls.length]
    end()
    open('/prompts')
    queryClient.setQueryData(homeKey, makeHome(), { updatedAt: 1 })
    await pass(0)
    expect(requestedPaths()).toEqual(pathsBefore)
    expect(tabStorage.setItem).toHaveBeenCalledTimes(savesBefore)
  })
})
