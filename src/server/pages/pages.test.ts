import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TextResponse } from '#lib/text-response.ts'
import { everything } from '#platform/database/content-changes.ts'
import { rendersPerWindow } from '../http/request-limit.ts'
import { noLog } from '../telemetry/request-log.ts'
import { type CachedPage, pageFreshMs } from './page-cache.ts'
import { recordContent } from './page-content.ts'
import { createPages } from './pages.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const removedText = 'a text that a moderator removes'

/** Creates the pages of a site whose database can fail. Every page shows `removedText`. */
function createSite() {
  let isDown = false
  const write = async () => new Response(isDown ? 'unavailable' : removedText, { status: isDown ? 503 : 200 })
  const pages = createPages({
    renderer: write,
    writer: write,
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers: {},
    log: noLog,
  })
  const read = async (address: string) => (await pages.render(address)).encodings.identity.body
  const loseDatabase = () => {
    isDown = true
  }
  return { pages, read, loseDatabase }
}

/** Text files, which every change of content drops from the cache. */
const textFiles = ['/prompt/a.md', '/feed.xml', '/category/general.md']
const addresses = ['/prompt/a', '/search?q=a', ...textFiles]

it('a page that shows an incomplete search isn’t cached, and may not be stored by others', async () => {
  let isIncomplete = true
  let renderings = 0
  const pages = createPages({
    renderer: async () => {
      renderings++
      await recordContent(
        '/api/search?q=a',
        new TextResponse(JSON.stringify({ text: '"isIncomplete":true', isIncomplete })),
      )
      return new Response('results')
    },
    writer: async () => new Response(''),
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers: {},
    log: noLog,
  })
  const cachingOf = async () => (await pages.render('/search?q=a')).encodings.identity.headers.join(' ')
  expect(await cachingOf()).toContain('Cache-Control no-store')
  expect(pages.cached('/search?q=a')).toBeUndefined()
  isIncomplete = false
  expect(await cachingOf()).toContain('Cache-Control public')
  expect(pages.cached('/search?q=a')).toBeDefined()
  expect(renderings).toBe(2)
})

it('a prompt’s text keeps its papers, which are in a header, also in the cache', async () => {
  const pages = createPages({
    renderer: async () => new Response(''),
    writer: async () => new Response('text', { headers: { 'X-Prompt-Papers': '{"version":1}' } }),
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers: {},
    log: noLog,
  })
  const rendered = await pages.render('/prompt/a.md')
  for (const page of [rendered, pages.cached('/prompt/a.md')])
    expect(page?.encodings.identity.headers.join(' ')).toContain('X-Prompt-Papers {"version":1}')
})

describe('a removed text', () => {
  it.each(addresses)('isn’t shown at %s while the database is down, if everything changed', async (address) => {
    const { pages, read, loseDatabase } = createSite()
    expect(await read(address)).toBe(removedText)
    pages.contentChanged([everything])
    loseDatabase()
    expect(await read(address)).not.toContain(removedText)
  })

  it.each(textFiles)('isn’t shown at %s while the database is down, if one prompt was removed', async (address) => {
    const { pages, read, loseDatabase } = createSite()
    await read(address)
    pages.contentChanged(['01900000-0000-7000-8000-000000000001', 'lists'])
    loseDatabase()
    expect(await read(address)).not.toContain(removedText)
  })
})

describe('a page without changes', () => {
  it('is shown while the database is down', async () => {
    const { pages, read, loseDatabase } = createSite()
    await read('/prompt/a')
    pages.contentChanged(['01900000-0000-7000-8000-000000000001', 'lists'])
    vi.setSystemTime(Date.now() + pageFreshMs)
    loseDatabase()
    expect(await read('/prompt/a')).toBe(removedText)
  })
})

/** Creates pages whose renderings are controlled by the test. `wait` advances the clock. */
function createBusySite() {
  let heldBack: (() => void)[] | null = null
  const rendered: string[] = []
  const render = async (request: Request) => {
    rendered.push(new URL(request.url).pathname)
    if (heldBack) await new Promise<void>((go) => heldBack?.push(go))
    return new Response(`<html><body>${request.url}</body></html>`)
  }
  const pages = createPages({
    renderer: render,
    writer: render,
    policyOf: () => ({}),
    origin: 'http://site.test',
    siteName: 'Prompts',
    headers: { 'X-Content-Type-Options': 'nosniff' },
    log: noLog,
  })
  return {
    pages,
    rendered,
    hold() {
      heldBack = []
    },
    release() {
      const waiting = heldBack ?? []
      heldBack = null
      for (const go of waiting) go()
    },
    wait(ms: number) {
      vi.setSystemTime(Date.now() + ms)
    },
  }
}

/** The headers of a prepared page, which stores them as a list in which names and values alternate. */
function headersOf({ encodings }: CachedPage): Record<string, string> {
  const { headers } = encodings.identity
  return Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [])))
}

describe('a network that requests too many pages', () => {
  async function useUpLimit(pages: ReturnType<typeof createBusySite>['pages'], network: string | null) {
    for (let n = 0; n < rendersPerWindow; n++) await pages.render(`/${n}`, network)
  }

  it('gets 429, and no page is rendered for it until the minute is over', async () => {
    const { pages, rendered, wait } = createBusySite()
    await useUpLimit(pages, '192.0.2.1')
    const refused = await pages.render('/more', '192.0.2.1')
    expect(refused.status).toBe(429)
    expect(headersOf(refused)).toMatchObject({ 'Retry-After': '60', 'X-Content-Type-Options': 'nosniff' })
    expect(refused.encodings.identity.body).toContain('Try again in 60 seconds.')
    expect(rendered).not.toContain('/more')
    wait(60_000)
    expect((await pages.render('/more', '192.0.2.1')).status).toBe(200)
  })

  it('still gets cached pages, even stale ones', async () => {
    const { pages, wait } = createBusySite()
    await pages.render('/old', null)
    wait(pageFreshMs)
    expect(pages.cached('/old')).toBeUndefined()
    await useUpLimit(pages, '192.0.2.1')
    expect((await pages.render('/old', '192.0.2.1')).status).toBe(200)
  })

  it.each(['192.0.2.2', null])('doesn’t affect the network %s', async (other) => {
    const { pages } = createBusySite()
    await useUpLimit(pages, '192.0.2.1')
    expect((await pages.render('/more', other)).status).toBe(200)
  })

  it('uses its limit once for concurrent requests for the same page', async () => {
    const { pages, rendered } = createBusySite()
    await Promise.all(Array.from({ length: rendersPerWindow + 1 }, () => pages.render('/one', '192.0.2.1')))
    expect(rendered).toEqual(['/one'])
    expect((await pages.render('/two', '192.0.2.1')).status).toBe(200)
  })
})

describe('a network that requests many pages at the same time', () => {
  it('doesn’t delay others, even if they request a page that it is waiting for', async () => {
    const { pages, rendered, hold, release } = createBusySite()
    hold()
    const flood = Array.from({ length: 108 }, (_, n) => pages.render(`/${n}`, '192.0.2.1'))
    const other = pages.render('/10', '198.51.100.7')
    await expect.poll(() => rendered).toEqual(['/0', '/10'])
    release()
    expect((await other).status).toBe(200)
    // One page of a network is rendered at a time and 15 wait. All others are refused.
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses).toEqual(statuses.map((_, n) => (n < 16 ? 200 : 503)))
    expect(rendered.filter((path) => path === '/10')).toHaveLength(1)
  })

  it('causes no rendering for a client that disconnected while waiting', async () => {
    const { pages, rendered, hold, release } = createBusySite()
    hold()
    const running = Array.from({ length: 4 }, (_, n) => pages.render(`/${n}`, '192.0.2.1'))
    const client = new AbortController()
    const response = pages.render('/gone', '192.0.2.1', client.signal)
    client.abort()
    await response
    release()
    await Promise.all(running)
    expect((await pages.render('/next', '192.0.2.1')).status).toBe(200)
    expect(rendered).not.toContain('/gone')
  })
})

describe('more pages than can be rendered', () => {
  it('are refused with 503 or served stale, while the pages in the queue are rendered', async () => {
    const { pages, rendered, hold, release, wait } = createBusySite()
    await pages.render('/old')
    wait(pageFreshMs)
    expect(pages.cached('/old')).toBeUndefined()
    hold()
    // 8 pages are rendered at the same time and 100 wait.
    const waiting = Array.from({ length: 108 }, (_, n) => pages.render(`/${n}`))
    await expect.poll(() => rendered).toHaveLength(9)
    const refused = await pages.render('/late')
    expect(refused.status).toBe(503)
    expect(headersOf(refused)).toMatchObject({ 'Retry-After': '5' })
    expect((await pages.render('/old')).status).toBe(200)
    release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
    expect((await pages.render('/late')).status).toBe(200)
  })
})
