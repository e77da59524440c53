import { cutText } from '#lib/well-formed.ts'
import type { Api } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from '#test/test-services.ts'
import { atMost, percentiles, type Row } from './report.ts'

const rounds = 30
const suggestions = 'suggestions while typing'

/** How long a kind of request takes, in ms. */
export type RequestTimes = { what: string; p50: number; p95: number }

/** A kind of request, with the paths that are requested one after the other. */
type RequestKind = { what: string; paths: string[] }

/** Who reads which database: a visitor, or the member with this cookie. */
export type Reader = { db: Db; cookie?: string }
type Site = { app: Api; cookie: string }

/**
 * Measures lists, later pages, a prompt and searches, through the API in this process, for each reader. The
 * measurements alternate between the readers, so that other load on the machine affects all of them. Each reader is
 * asked for their own lists and prompts, but all of them for the same search terms, which come from the first one.
 * `onlySearch`: measures only searches and suggestions. `extraPaths`: further kinds of requests.
 */
export async function measureApi(
  readers: Reader[],
  { onlySearch = false, extraPaths = [] }: { onlySearch?: boolean; extraPaths?: string[] } = {},
): Promise<RequestTimes[][]> {
  const apps = readers.map(
    ({ db, cookie = '' }): Site => ({ app: createApp({ ...createTestServices(db), db }), cookie }),
  )
  const samples: SampledCards[] = []
  for (const app of apps) samples.push(await sampleCards(app))
  const searches = [
    ...searchRequestKinds(samples[0]?.sample ?? []),
    ...extraPaths.map((path) => ({ what: path, paths: [path] })),
  ]
  const sites = apps.map((app, place) => ({
    ...app,
    requestKinds: [...(onlySearch ? [] : listRequestKinds(samples[place] as SampledCards)), ...searches],
    figures: [] as RequestTimes[],
    searches: [] as number[],
  }))
  for (const index of sites[0]?.requestKinds.keys() ?? []) {
    const requests = sites.map(({ app, cookie, requestKinds }) => ({
      app,
      cookie,
      paths: requestKinds[index]?.paths ?? [],
    }))
    const times = await measureAlternating(requests)
    for (const [position, { requestKinds, figures, searches }] of sites.entries()) {
      const { what } = requestKinds[index] as RequestKind
      figures.push({ what, ...percentiles(times[position] ?? []) })
      if (isSearch(what)) searches.push(...(times[position] ?? []))
    }
  }
  return sites.map(({ figures, searches }) => [...figures, { what: 'search, all kinds', ...percentiles(searches) }])
}

/** Suggestions are requested while somebody types, so they don't count as searches. */
export function isSearch(what: string): boolean {
  return what.startsWith('search') || what.startsWith('/api/search?')
}

/**
 * `cards`: the newest prompts, up to page 1,000 of the list. `sample`: 20 of these, evenly spread over the pages.
 * `lastPath`: the path of the last of these pages.
 */
type SampledCards = { cards: Card[]; sample: Card[]; lastPath: string }

async function sampleCards(app: Site): Promise<SampledCards> {
  const { path: lastPath, cards } = await pageThrough(app, 1000)
  return { cards, sample: sampleEvenly(cards, 20), lastPath }
}

function listRequestKinds({ cards, sample, lastPath }: SampledCards): RequestKind[] {
  const [frequent, rare] = mostAndLeastFrequentTag(cards).map(encodeURIComponent)
  const sorts = ['popular', 'highest-rated', 'trending']
  const requestKind = (what: string, ...paths: string[]) => ({ what, paths })
  return [
    requestKind('newest, page 1', '/api/prompts/newest'),
    requestKind('newest, page 1000', lastPath),
    ...sorts.map((sort) => requestKind(sort, `/api/prompts?sort=${sort}`)),
    requestKind('recently changed', '/api/prompts/recent'),
    requestKind('one category', '/api/prompts/category/creative'),
    requestKind('one category, highest rated', '/api/prompts/category/creative?sort=highest-rated'),
    requestKind('a frequent tag', `/api/prompts?tag=${frequent}`),
    requestKind('a frequent tag, most copied', `/api/prompts?sort=popular&tag=${frequent}`),
    requestKind('a rare tag', `/api/prompts?tag=${rare}`),
    requestKind('a rare tag, most copied', `/api/prompts?sort=popular&tag=${rare}`),
    requestKind('a frequent tag in a category', `/api/prompts?category=creative&tag=${frequent}`),
    requestKind('a rare tag in a category', `/api/prompts?category=creative&tag=${rare}`),
    requestKind('one author', `/api/users/${cards[0]?.user.username}`),
    requestKind('top contributors', '/api/top-contributors'),
    requestKind('one prompt', ...sample.map(({ slug }) => `/api/prompts/${slug}`)),
    requestKind('related prompts', ...sample.map(({ slug }) => `/api/prompts/related/${slug}`)),
    requestKind('home data', '/api/home'),
    requestKind('footer', '/api/footer'),
  ]
}

type Card = { slug: string; title: string; tags: string[]; user: { username: string } }

function searchRequestKinds(cards: Card[]): RequestKind[] {
  const titles = cards.slice(0, 8).map(({ title }) => title.split(/\s+/).filter((word) => /^[a-z]{4,}$/i.test(word)))
  const pairs = titles.filter((title) => title.length > 1).map(([first, second]) => `${first} ${second}`)
  const longWords = titles.flat().filter((word) => word.length > 7)
  const typos = longWords.slice(0, 6).map((word) => cutText(word, 4) + word.slice(5))
  // The title of a generated prompt ends with a number that no other title has.
  const numbers = cards.slice(0, 4).map(({ title }) => title.split(' ').at(-1) ?? '')
  const search = (what: string, ...terms: string[]) => ({
    what: `search, ${what}`,
    paths: terms.map((term) => `/api/search?q=${encodeURIComponent(term)}`),
  })
  return [
    search('one frequent word', 'answer', 'write', 'list', 'code', 'plan'),
    search('two words of a title', ...pairs),
    search('a whole title', ...cards.slice(0, 4).map(({ title }) => title)),
    search('a rare word', ...numbers),
    search('with typos', ...typos),
    search('nothing found', 'xqzzyv', 'wwwqqq zzzkkk'),
    { what: 'search, newest first', paths: ['/api/search?q=answer&sort=newest'] },
    { what: 'search within a category', paths: ['/api/search?q=answer&category=creative'] },
    search('a sentence', 'help me write a letter to my bank about a loan', 'what should I cook for the team meeting?'),
    {
      what: suggestions,
      paths: ['wr', 'ans', 'code rev', 'letter to my ba'].map(
        (typed) => `/api/search/suggestions?q=${encodeURIComponent(typed)}`,
      ),
    },
  ]
}

/** The highest allowed p95 of each kind of search, in ms. */
const searchBudget = 50

/** Returns the times as rows of a table, with p50 and p95. */
export function toRows(requestTimes: RequestTimes[]): Row[] {
  return requestTimes.map(({ what, p50, p95 }) => {
    const figure = `${p50.toFixed(1)} ms, ${p95.toFixed(1)} ms`
    return isSearch(what) ? [what, figure, atMost(searchBudget, p95, 'ms', 'p95')] : [what, figure]
  })
}

function mostAndLeastFrequentTag(cards: Card[]): [most: string, least: string] {
  const counts = new Map<string, number>()
  for (const tag of cards.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([tag]) => tag)
  return [sorted[0] ?? 'none', sorted.at(-1) ?? 'none']
}

function sampleEvenly<Item>(items: Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, n) => items[Math.floor((n * items.length) / count)] as Item)
}

async function measureAlternating(sites: (Site & { paths: string[] })[]): Promise<number[][]> {
  const times: number[][] = sites.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, { paths, ...site }] of sites.entries()) {
      for (const path of paths) {
        const start = performance.now()
        await read(site, path)
        // The first round isn't counted, because it plans queries and fills caches.
        if (round > 0) times[place]?.push(performance.now() - start)
      }
    }
  }
  return times
}

async function read({ app, cookie }: Site, path: string) {
  const response = await app.request(path, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Pages through the newest prompts, up to page number `page` or to the last page. */
async function pageThrough(site: Site, page: number): Promise<{ path: string; cards: Card[] }> {
  let path = '/api/prompts/newest'
  const cards: Card[] = []
  for (let number = 1; ; number++) {
    const { items, nextCursor } = await read(site, path)
    cards.push(...items)
    if (number === page || !nextCursor) return { path, cards }
    path = `/api/prompts/newest?cursor=${nextCursor}`
  }
}
