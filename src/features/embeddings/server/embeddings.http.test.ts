import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SearchResults } from '#features/search/contract.ts'
import type { Api } from '#platform/api.ts'
import { createApp } from '#server/app.ts'
import { createTestServices } from '#test/test-services.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createSentenceSearch, type SentenceSearch } from './create-sentence-search.ts'
import { createSentenceThread } from './create-sentence-thread.ts'
import { embedWaiting } from './embed-prompts.ts'

/** Long enough for the model to answer, even on a busy machine. */
const longWait = { waits: { loading: 60_000, answer: 60_000 } }
const log = { warn: vi.fn() }
const none = { similarities: new Map(), isComplete: true }
const sentence = 'my employer threw me out without notice'

let testSite: TestSite
let sentenceSearch: SentenceSearch
let app: Api

beforeAll(async () => {
  testSite = await createTestSite()
  await testSite.addPrompt({ title: 'Florist', content: 'Arrange flowers into a bouquet for an occasion.' })
  await testSite.addPrompt({ title: 'Labor lawyer', content: 'Advise workers on dismissal and their rights.' })
  await testSite.addPrompt({ title: 'Chess opponent', content: 'Play a game of chess.' })
  await testSite.addPrompt({ title: 'Zahnarzt', content: 'Du behandelst Patienten.', language: 'de' })
  sentenceSearch = createSentenceSearch(testSite.db, log, 'on', longWait)
  app = createApp({ ...createTestServices(testSite.db), db: testSite.db, findSimilar: sentenceSearch.findSimilar })
})
afterAll(async () => {
  await sentenceSearch.close()
  await testSite.close()
})

async function find(q: string, moreQuery = ''): Promise<string[]> {
  const response = await app.request(`/api/search?q=${encodeURIComponent(q)}${moreQuery}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as SearchResults).prompts.items.map(({ title }) => title)
}

const countWaiting = async () =>
  (await sql`select from prompt_embeddings where vector is null`.execute(testSite.db)).rows.length
const endClaims = () => testSite.db.updateTable('promptEmbeddings').set({ computingUntil: null }).execute()
const idOf = async (title: string) =>
  (await testSite.db.selectFrom('prompts').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id

describe('a search that is a sentence', () => {
  it('compares only words until there are vectors, then also meaning, even if the model must load first', async () => {
    expect(await find(sentence)).not.toContain('Labor lawyer')
    expect(await sentenceSearch.embedWaitingPrompts()).toBe(3)
    expect(await countWaiting()).toBe(0)
    const freshSearch = createSentenceSearch(testSite.db, log, 'on', longWait)
    expect([...(await freshSearch.findSimilar(sentence)).similarities.keys()][0]).toBe(await idOf('Labor lawyer'))
    await freshSearch.close()
    // While the model loads, at most eight searches wait for it. The others compare only words.
    const crowdedSearch = createSentenceSearch(testSite.db, log, 'on', longWait)
    const results = await Promise.all(Array.from({ length: 20 }, () => crowdedSearch.findSimilar(sentence)))
    const complete = results.filter(({ isComplete }) => isComplete)
    expect(complete.length, 'searches that waited for the model').toBeLessThanOrEqual(8)
    for (const { similarities, isComplete } of results) expect(similarities.size > 0).toBe(isComplete)
    await crowdedSearch.close()
    await sentenceSearch.start()
    expect((await find(sentence))[0]).toBe('Labor lawyer')
    expect(await find(sentence)).not.toContain('Chess opponent')
  })

  it('compares only words if it is in another language, a single word, or in quotes', async () => {
    expect(await find('mein Chef hat mich fristlos entlassen')).not.toContain('Labor lawyer')
    expect(await find('sacked')).not.toContain('Labor lawyer')
    expect(await find('"threw me" employer')).toEqual([])
  })

  it('respects filters, and also compares meaning if prompts are sorted by date', async () => {
    expect(await find(sentence, '&tag=nowhere')).toEqual([])
    expect(await find(sentence, '&sort=newest')).toContain('Labor lawyer')
  })
})

describe('the vector of a prompt', () => {
  it('is computed again only if the text has changed', async () => {
    const id = await idOf('Florist')
    await testSite.db.updateTable('prompts').set({ copies: 3 }).where('id', '=', id).execute()
    expect(await countWaiting()).toBe(0)
    await testSite.db
      .updateTable('prompts')
      .set({ content: 'Advise employees who lost their job on their rights.' })
      .where('id', '=', id)
      .execute()
    expect(await countWaiting()).toBe(1)
    expect(await sentenceSearch.embedWaitingPrompts()).toBe(1)
    expect(await find(sentence)).toContain('Florist')
  })

  it('exists only while the prompt is published', async () => {
    const id = await idOf('Labor lawyer')
    await testSite.db.updateTable('prompts').set({ status: 'removed' }).where('id', '=', id).execute()
    expect(await find(sentence)).not.toContain('Labor lawyer')
    const { rows } = await sql`select from prompt_embeddings where prompt_id = ${id}`.execute(testSite.db)
    expect(rows).toEqual([])
    await testSite.db.updateTable('prompts').set({ status: 'published' }).where('id', '=', id).execute()
    expect(await countWaiting()).toBe(1)
    await sentenceSearch.embedWaitingPrompts()
    expect(await find(sentence)).toContain('Labor lawyer')
  })

  it('isn’t used for prompts of an author whose takedown has begun', async () => {
    const id = await idOf('Labor lawyer')
    const { userId } = await testSite.db
      .selectFrom('prompts')
      .select('userId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await testSite.db.insertInto('takedowns').values({ userId, askedBy: userId }).execute()
    expect(await find(sentence)).toEqual([])
    await testSite.db.deleteFrom('takedowns').execute()
  })

  it('is computed again if the text changes in the meantime', async () => {
    const id = await idOf('Florist')
    const change = (content: string) =>
      testSite.db.updateTable('prompts').set({ content }).where('id', '=', id).execute()
    await change('One text.')
    const texts: string[] = []
    const encode = async (text: string) => {
      texts.push(text)
      await change('Another text.')
      return new Float32Array(512).fill(1)
    }
    expect(await embedWaiting(testSite.db, encode)).toBe(1)
    expect(texts).toEqual([expect.stringContaining('One text.'), expect.stringContaining('Another text.')])
    await change('A third text.')
  })

  it('is computed by one process, outside of transactions', async () => {
    const encode = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
        testSite.db,
      )
      expect(rows).toEqual([])
      expect(await embedWaiting(testSite.db, () => Promise.reject(new Error('Nothing is waiting.')))).toBe(0)
      return new Float32Array(512).fill(1)
    }
    expect(await embedWaiting(testSite.db, encode)).toBe(1)
  })

  it('that can’t be computed holds up no other, and is tried again later', async () => {
    const ids = await testSite.addPrompts(12)
    const { rows } = await sql<{ title: string }>`
      update prompts set language = 'en', title = 'Prompt ' || id where id = any(${ids}) returning title`.execute(
      testSite.db,
    )
    const poison = rows.map(({ title }) => title).sort()[0] as string
    const encode = async (text: string) => {
      if (text.includes(poison)) throw new Error('This text has no vector.')
      return new Float32Array(512).fill(1)
    }
    await expect(embedWaiting(testSite.db, encode)).rejects.toThrow('This text has no vector.')
    expect(await countWaiting()).toBe(1)
    expect(await embedWaiting(testSite.db, encode)).toBe(0)
    await endClaims()
    expect(await embedWaiting(testSite.db, async () => new Float32Array(512).fill(1))).toBe(1)
  })
})

describe('a thread that answers late', () => {
  /** Creates threads that answer only when `release` is called, and a search that uses them. */
  function createSlowSearch(waits?: { loading: number; answer: number }, freeMemory?: () => number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSlow = false
    const slowSearch = createSentenceSearch(testSite.db, { warn: vi.fn() }, freeMemory ? 'auto' : 'on', {
      waits: waits ?? longWait.waits,
      freeMemory,
      createThread: (onEnd) => {
        const thread = createSentenceThread(onEnd)
        return {
          get waiting() {
            return thread.waiting
          },
          add: thread.add,
          stop: thread.stop,
          encode: async (text, limit) => {
            const encoded = thread.encode(text, limit)
            if (isSlow) await promise
            return encoded
          },
        }
      },
    })
    const delay = () => {
      isSlow = true
    }
    return { slowSearch, delay, release: resolve }
  }
  const appWith = ({ findSimilar }: SentenceSearch) =>
    createApp({ ...createTestServices(testSite.db), db: testSite.db, findSimilar })
  const searchIn = async (app: Api): Promise<SearchResults> =>
    (await app.request(`/api/search?q=${encodeURIComponent(sentence)}`)).json()

  it('doesn’t change what a search finds', async () => {
    const { slowSearch, delay, release } = createSlowSearch()
    await slowSearch.start()
    const app = appWith(slowSearch)
    const before = await searchIn(app)
    expect(before.isIncomplete).toBe(false)
    delay()
    let isDone = false
    const delayed = searchIn(app).finally(() => {
      isDone = true
    })
    await searchIn(appWith({ ...slowSearch, findSimilar: async () => none }))
    expect(isDone, 'a search by words alone took as long').toBe(false)
    release()
    expect(await delayed).toEqual(before)
    await slowSearch.close()
  })

  it('is given up at last, and the response says that it is incomplete and may not be cached', async () => {
    const { slowSearch, delay, release } = createSlowSearch({ loading: 60_000, answer: 1 })
    await slowSearch.start()
    delay()
    const response = await appWith(slowSearch).request(`/api/search?q=${encodeURIComponent(sentence)}`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.json()).toMatchObject({ isIncomplete: true })
    release()
    await slowSearch.close()
  })

  it('keeps running however little memory is left', async () => {
    let gigabytes = 4
    const { slowSearch } = createSlowSearch(undefined, () => gigabytes * 1024 ** 3)
    const app = appWith(slowSearch)
    const before = await searchIn(app)
    gigabytes = 0.1
    expect(await searchIn(app)).toEqual(before)
    await slowSearch.close()
  })
})

describe('where the model may not run', () => {
  it.each([
    ['is off', 'off', 4],
    ['has too little memory', 'auto', 0.1],
  ] as const)('because it %s, a search finds nothing by meaning', async (_, mode, gigabytes) => {
    const restrictedSearch = createSentenceSearch(testSite.db, log, mode, { freeMemory: () => gigabytes * 1024 ** 3 })
    await restrictedSearch.start()
    // Every search finds the same, so it isn't incomplete.
    expect(await restrictedSearch.findSimilar(sentence)).toEqual({ similarities: new Map(), isComplete: true })
    expect(await restrictedSearch.embedWaitingPrompts()).toBe(0)
    await restrictedSearch.close()
  })

  it('nothing is found once the search is closed', async () => {
    const closedSearch = createSentenceSearch(testSite.db, log, 'on', longWait)
    await closedSearch.start()
    expect((await closedSearch.findSimilar(sentence)).similarities.size).toBeGreaterThan(0)
    const nothing = { similarities: new Map(), isComplete: false }
    const [similar] = await Promise.all([closedSearch.findSimilar(sentence), closedSearch.close()])
    expect(similar).toEqual(nothing)
    expect(await closedSearch.findSimilar(sentence)).toEqual(nothing)
    expect(log.warn).not.toHaveBeenCalled()
  })
})
