import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import { fakeTransport, jsonReply } from '#test/fakes/transport.ts'
import { makeCard, makeCategory, makeHome, makeTool } from '#test/make-home.ts'
import { fetchHome, homeKey } from './home-data.ts'
import { homeResponses } from './home-responses.ts'

const minute = 60_000
const twoCards = [makeCard('a'), makeCard('b')]
const categories = [makeCategory('general'), makeCategory('creative')]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sets up a browser that shows a page. Every request that reaches the transport gets the response "sent". */
function openBrowserAt(pathname: string, home = makeHome({ categories, newest: twoCards }), isInGroups = false) {
  const transport = fakeTransport(jsonReply('sent'))
  const queryClient = createQueryClient()
  queryClient.setQueryData(homeKey, home)
  const api = createApi({
    fetch: transport,
    localResponses: homeResponses(
      queryClient,
      () => pathname,
      () => isInGroups,
    ),
  })
  return { api, queryClient, home, transport }
}

describe('on / with home data, the browser', () => {
  it('gets home data and categories without a request', async () => {
    const { api, home, transport } = openBrowserAt('/')
    expect(await api('GET /api/home')).toBe(home)
    expect(await api('GET /api/categories')).toBe(categories)
    expect(transport.sent).toHaveLength(0)
  })

  it('gets the list of prompts without a request if the home page shows every prompt', async () => {
    const { api, transport } = openBrowserAt('/')
    const all = { items: twoCards, nextCursor: null, total: 2 }
    expect(await api('GET /api/prompts')).toEqual(all)
    expect(await api('GET /api/prompts', { query: { sort: 'newest', limit: 2, tag: undefined } })).toEqual(all)
    expect(await api('GET /api/prompts/newest', { query: { limit: 20 } })).toEqual(all)
    expect(transport.sent).toHaveLength(0)
  })

  it('requests the list of prompts for members of groups, which has more prompts', async () => {
    const { api, transport } = openBrowserAt('/', undefined, true)
    await api('GET /api/prompts/newest', { query: { limit: 3 } })
    expect(transport.sent).toHaveLength(1)
  })

  it('gets the list of tools, by name, without a request if the home page shows every tool', async () => {
    const [ant, bee, cow] = [makeTool('Ant'), makeTool('bee'), makeTool('Cow')]
    const { api, transport } = openBrowserAt('/', makeHome({ tools: [cow, ant, bee] }))
    expect(await api('GET /api/tools')).toEqual({ items: [ant, bee, cow], nextCursor: null, total: 3 })
    expect(transport.sent).toHaveLength(0)
    expect(await api('GET /api/tools', { query: { free: 'true' } })).toBe('sent')

    const six = Array.from({ length: 6 }, (_, n) => makeTool(`t${n}`))
    expect(await openBrowserAt('/', makeHome({ tools: six })).api('GET /api/tools')).toBe('sent')
    const withAllTools = openBrowserAt('/', makeHome({ tools: six, allTools: six }))
    expect(await withAllTools.api('GET /api/tools')).toMatchObject({ total: 6 })
  })

  it('requests a list if the home page may show only a part of it', async () => {
    const full = openBrowserAt('/', makeHome({ newest: [...twoCards, makeCard('c')] }))
    expect(await full.api('GET /api/prompts')).toBe('sent')

    const twenty = Array.from({ length: 20 }, (_, n) => makeCard(`p${n}`))
    expect(await openBrowserAt('/', makeHome({ prompts: twenty })).api('GET /api/prompts')).toBe('sent')

    const nineteen = openBrowserAt('/', makeHome({ prompts: twenty.slice(1), newest: twoCards }))
    expect(await nineteen.api('GET /api/prompts')).toMatchObject({ total: 19, nextCursor: null })
  })

  it('requests a list with a filter, another order, a cursor or a smaller page', async () => {
    for (const query of [
      { category: 'general' },
      { tag: 'a' },
      { q: 'a' },
      { author: 'ada' },
      { featured: 'true' },
      { sort: 'popular' },
      { cursor: 'c' },
      { limit: 1 },
    ] as const) {
      expect(await openBrowserAt('/').api('GET /api/prompts', { query })).toBe('sent')
    }
  })

  it('requests everything else', async () => {
    const { api } = openBrowserAt('/')
    expect(await api('GET /api/home', { query: { includeAllTools: 'true' } })).toBe('sent')
    expect(await api('GET /api/prompts/{id}', { params: { id: 'a' } })).toBe('sent')
    expect(await api('GET /api/prompts/most-copied')).toBe('sent')
    expect(await api('GET /api/categories/{id}', { params: { id: 'general' } })).toBe('sent')
    expect(await api('GET /api/footer')).toBe('sent')
  })

  it('doesn’t use data that is 5 min old or was invalidated', async () => {
    const old = openBrowserAt('/')
    await vi.advanceTimersByTimeAsync(5 * minute - 1)
    expect(await old.api('GET /api/categories')).toBe(categories)
    await vi.advanceTimersByTimeAsync(1)
    expect(await old.api('GET /api/categories')).toBe('sent')

    const refreshed = openBrowserAt('/')
    await refreshed.queryClient.invalidateQueries({ queryKey: homeKey })
    expect(await fetchHome(refreshed.api, 'refresh')).toBe('sent')
  })

  it('sends a forced read to the server', async () => {
    expect(await openBrowserAt('/').api('GET /api/home', { fresh: true })).toBe('sent')
  })
})

describe('where home data can’t be used, the browser', () => {
  it('sends every request on other pages', async () => {
    expect(await openBrowserAt('/categories').api('GET /api/categories')).toBe('sent')
  })

  it('sends every request on / before home data has loaded', async () => {
    const { api, queryClient } = openBrowserAt('/')
    queryClient.clear()
    expect(await api('GET /api/categories')).toBe('sent')
  })
})
