import { createApp } from '#server/app.ts'
import type { Api } from '#server/platform/api.ts'
import type { Db } from '#server/platform/db.ts'
import { percentiles, type Row } from './report.ts'

const rounds = 30

/** Lists, pages far in, one prompt and searches, through the API in process. */
export async function benchApi(db: Db): Promise<Row[]> {
  const app = createApp({ db, now: () => new Date() })
  const rows: Row[] = []
  const add = async (what: string, ...paths: string[]) => {
    const { p50, p95 } = percentiles(await times(app, paths))
    rows.push([what, `${p50.toFixed(1)} ms, ${p95.toFixed(1)} ms`])
    return p50
  }
  const first = await add('newest, page 1', '/api/prompts/newest')
  const far = await add('newest, page 1000', await pageAt(app, 1000))
  rows.push(['page 1000 against page 1', `${(far / first).toFixed(2)} times`])
  for (const sort of ['popular', 'highest-rated', 'trending']) await add(sort, `/api/prompts?sort=${sort}`)
  await add('one category', '/api/prompts/category/creative')
  await add('one tag', '/api/prompts?tag=writing')
  const { items } = await read(app, '/api/prompts/newest?limit=1')
  await add('one prompt', `/api/prompts/${items[0].slug}`)
  await add('related prompts', `/api/prompts/related/${items[0].slug}`)
  await add('home data', '/api/home')
  await add('search, one frequent word', ...searches('answer', 'give', 'list', 'code', 'plan'))
  await add('search, two words', ...searches('quorum lease', 'poem lyrics', 'answer text', 'camera lens', 'chess quiz'))
  await add('search, rare words', ...searches('harbor 4711', 'plan 99', 'sensor robot drone satellite orbit'))
  await add('search, with typing mistakes', ...searches('qorum leese', 'microscpe', 'enzime protien', 'telescpoe'))
  await add('search, nothing found', ...searches('xqzzyv', 'wwwqqq zzzkkk'))
  await add('search, newest first', '/api/search?q=answer&sort=newest')
  await add('search within a category', '/api/search?q=answer&category=creative')
  return rows
}

function searches(...terms: string[]): string[] {
  return terms.map((term) => `/api/search?q=${encodeURIComponent(term)}`)
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

async function pageAt(app: Api, page: number): Promise<string> {
  let path = '/api/prompts/newest'
  for (let number = 1; number < page; number++) {
    const { nextCursor } = await read(app, path)
    if (!nextCursor) throw new Error(`There is no page ${page}; give more --prompts.`)
    path = `/api/prompts/newest?cursor=${nextCursor}`
  }
  return path
}
