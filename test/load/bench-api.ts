import { createApp } from '#server/app.ts'
import type { Api } from '#server/platform/api.ts'
import type { Db } from '#server/platform/db.ts'
import { percentiles, type Row } from './report.ts'

const rounds = 30

/** What a kind of request took, in ms. */
export type Figure = { what: string; p50: number; p95: number }

/** Lists, pages far in, one prompt and searches, through the API in process. */
export async function measureApi(db: Db): Promise<Figure[]> {
  const app = createApp({ db, now: () => new Date() })
  const figures: Figure[] = []
  const add = async (what: string, ...paths: string[]) => {
    const found = await times(app, paths)
    figures.push({ what, ...percentiles(found) })
    return found
  }
  await add('newest, page 1', '/api/prompts/newest')
  const { path: far, cards } = await walk(app, 1000)
  await add('newest, page 1000', far)
  for (const sort of ['popular', 'highest-rated', 'trending']) await add(sort, `/api/prompts?sort=${sort}`)
  await add('recently changed', '/api/prompts/recent')
  await add('one category', '/api/prompts/category/creative')
  await add('one category, highest rated', '/api/prompts/category/creative?sort=highest-rated')
  const [often, seldom] = tagsByFrequency(cards)
  await add('a frequent tag', `/api/prompts?tag=${encodeURIComponent(often)}`)
  await add('a frequent tag, most copied', `/api/prompts?sort=popular&tag=${encodeURIComponent(often)}`)
  await add('a rare tag', `/api/prompts?tag=${encodeURIComponent(seldom)}`)
  await add('a frequent tag in a category', `/api/prompts?category=creative&tag=${encodeURIComponent(often)}`)
  await add('a rare tag in a category', `/api/prompts?category=creative&tag=${encodeURIComponent(seldom)}`)
  await add('one author', `/api/users/${cards[0]?.user.username}`)
  await add('top contributors', '/api/top-contributors')
  const some = every(cards, 20)
  await add('one prompt', ...some.map(({ slug }) => `/api/prompts/${slug}`))
  await add('related prompts', ...some.map(({ slug }) => `/api/prompts/related/${slug}`))
  await add('home data', '/api/home')
  await add('footer', '/api/footer')
  const searches = await measureSearch(add, some)
  return [...figures, { what: 'search, all of these', ...percentiles(searches) }]
}

type Card = { slug: string; title: string; tags: string[]; user: { username: string } }
type Add = (what: string, ...paths: string[]) => Promise<number[]>

async function measureSearch(add: Add, cards: Card[]): Promise<number[]> {
  const titles = cards.slice(0, 8).map(({ title }) => title.split(/\s+/).filter((word) => /^[a-z]{4,}$/i.test(word)))
  const pairs = titles.filter((title) => title.length > 1).map(([first, second]) => `${first} ${second}`)
  const longWords = titles.flat().filter((word) => word.length > 7)
  const typos = longWords.slice(0, 6).map((word) => word.slice(0, 4) + word.slice(5))
  const numbers = cards.slice(0, 4).map(({ title }) => title.split(' ').at(-1) ?? '')
  const found = [
    await add('search, one frequent word', ...searchesFor('answer', 'write', 'list', 'code', 'plan')),
    await add('search, two words of a title', ...searchesFor(...pairs)),
    await add('search, a whole title', ...searchesFor(...cards.slice(0, 4).map(({ title }) => title))),
    await add('search, a rare word', ...searchesFor(...numbers)),
    await add('search, with typing mistakes', ...searchesFor(...typos)),
    await add('search, nothing found', ...searchesFor('xqzzyv', 'wwwqqq zzzkkk')),
    await add('search, newest first', '/api/search?q=answer&sort=newest'),
    await add('search within a category', '/api/search?q=answer&category=creative'),
  ]
  return found.flat()
}

/** Each figure as a line of a table. */
export function rowsOf(figures: Figure[]): Row[] {
  return figures.map(({ what, p50, p95 }) => [what, `${p50.toFixed(1)} ms, ${p95.toFixed(1)} ms`])
}

function searchesFor(...terms: string[]): string[] {
  return terms.map((term) => `/api/search?q=${encodeURIComponent(term)}`)
}

function tagsByFrequency(cards: Card[]): [often: string, seldom: string] {
  const counts = new Map<string, number>()
  for (const tag of cards.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([tag]) => tag)
  return [sorted[0] ?? 'none', sorted.at(-1) ?? 'none']
}

function every<Item>(items: Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, n) => items[Math.floor((n * items.length) / count)] as Item)
}

async function times(app: Api, paths: string[]): Promise<number[]> {
  const found: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const start = performance.now()
      await read(app, path)
      // The first round plans queries and fills caches.
      if (round > 0) found.push(performance.now() - start)
    }
  }
  return found
}

async function read(app: Api, path: string) {
  const response = await app.request(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Turns pages of the newest up to one far in. Where there are fewer, the last one counts. */
async function walk(app: Api, page: number): Promise<{ path: string; cards: Card[] }> {
  let path = '/api/prompts/newest'
  const cards: Card[] = []
  for (let number = 1; ; number++) {
    const { items, nextCursor } = await read(app, path)
    cards.push(...items)
    if (number === page || !nextCursor) return { path, cards }
    path = `/api/prompts/newest?cursor=${nextCursor}`
  }
}
