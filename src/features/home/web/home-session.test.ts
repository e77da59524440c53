import { dehydrate, environmentManager, hydrate, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { makeCategory, makeHome } from '#test/make-home.ts'
import { homeKey } from './home-data.ts'
import { homeQuery } from './home-queries.ts'
import { browserSession, savedHome, saveHomeInSession } from './home-session.ts'

const minute = 60_000
const older = makeHome({ categories: [makeCategory('older')] })
const newer = makeHome({ categories: [makeCategory('newer')] })

/** Creates the session storage of a tab. */
function createSessionStore() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

let store = createSessionStore()

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  store = createSessionStore()
  vi.stubGlobal('window', { sessionStorage: store })
})
afterEach(() => {
  vi.unstubAllGlobals()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/**
 * Loads a page in this tab with a new query cache. `rendered` is home data that came with the page, `fetched` is what
 * the server sends later. `openHome` shows the home page and returns a function that reads the data on it.
 */
function loadPage({ rendered, fetched = newer }: { rendered?: typeof older; fetched?: typeof older } = {}) {
  const transport = fakeTransport(jsonReply(fetched))
  const queryClient = createQueryClient()
  if (rendered) {
    const server = createQueryClient()
    server.setQueryData(homeKey, rendered)
    hydrate(queryClient, dehydrate(server))
  }
  saveHomeInSession(queryClient)
  const openHome = () => {
    const observer = new QueryObserver(queryClient, homeQuery(createApi({ fetch: transport })))
    observer.subscribe(() => {})
    return () => observer.getCurrentResult().data
  }
  return { transport, queryClient, openHome }
}

describe('the session of a tab', () => {
  it('saves home data that came with the page, and starts the next page with it', async () => {
    loadPage({ rendered: older })
    await vi.advanceTimersByTimeAsync(minute)
    const next = loadPage()
    expect(next.openHome()()).toEqual(older)
    await vi.advanceTimersByTimeAsync(minute)
    expect(next.transport.sent).toHaveLength(0)
  })

  it('replaces saved data with data that was fetched later', async () => {
    const { openHome } = loadPage({ rendered: older, fetched: newer })
    await vi.advanceTimersByTimeAsync(5 * minute)
    openHome()
    await vi.advanceTimersByTimeAsync(0)
    expect(savedHome()?.home).toEqual(newer)
  })

  it('shows data older than 5 min immediately and refreshes it in the background', async () => {
    loadPage({ rendered: older })
    await vi.advanceTimersByTimeAsync(5 * minute)
    const shown = loadPage({ fetched: newer }).openHome()
    expect(shown()).toEqual(older)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toEqual(newer)
  })

  it('returns data until it is 10 min old', async () => {
    loadPage({ rendered: older })
    await vi.advanceTimersByTimeAsync(10 * minute - 1)
    expect(savedHome()?.home).toEqual(older)
    await vi.advanceTimersByTimeAsync(1)
    expect(savedHome()).toBeUndefined()
  })

  it('never replaces what the server rendered, since hydration needs the same data', async () => {
    loadPage({ rendered: newer })
    const reloaded = loadPage({ rendered: older })
    expect(reloaded.openHome()()).toEqual(older)
  })

  it('ignores data that is dated 10 min or more in the future', async () => {
    loadPage({ rendered: older })
    vi.setSystemTime(Date.now() - 10 * minute)
    expect(savedHome()).toBeUndefined()
  })

  it('stops saving on request', () => {
    const queryClient = createQueryClient()
    saveHomeInSession(queryClient)()
    queryClient.setQueryData(homeKey, older)
    expect(store.items.size).toBe(0)
  })
})

describe('unusable saved data', () => {
  const key = 'home-data'

  it.each([
    '',
    '{',
    'null',
    '5',
    '"text"',
    '[]',
    '{"savedAt":1}',
    '{"home":{},"savedAt":"now"}',
    JSON.stringify({ home: makeHome(), savedAt: null }),
  ])('is ignored: %s', (text) => {
    store.setItem(key, text)
    expect(savedHome()).toBeUndefined()
  })

  it('is ignored if a part of the home data is missing', () => {
    for (const part of Object.keys(makeHome())) {
      store.setItem(key, JSON.stringify({ home: { ...makeHome(), [part]: undefined }, savedAt: Date.now() }))
      expect(savedHome()).toBeUndefined()
    }
    store.setItem(key, JSON.stringify({ home: makeHome(), savedAt: Date.now() }))
    expect(savedHome()).toBeDefined()
  })
})

describe('without session storage', () => {
  it('the page works if storage is full or blocked', async () => {
    const refuse = () => {
      throw new DOMException('Storage is full.', 'QuotaExceededError')
    }
    vi.stubGlobal('window', { sessionStorage: { getItem: refuse, setItem: refuse } })
    expect(loadPage({ rendered: older }).openHome()()).toEqual(older)

    vi.stubGlobal('window', {
      get sessionStorage() {
        throw new DOMException('Denied.', 'SecurityError')
      },
    })
    expect(loadPage({ rendered: older }).openHome()()).toEqual(older)
  })

  it('nothing is saved on the server', () => {
    vi.unstubAllGlobals()
    expect(browserSession()).toBeUndefined()
    expect(savedHome()).toBeUndefined()
  })
})
