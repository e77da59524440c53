import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { currentLanguage } from '#lib/language.ts'
import { type AnswerCache, createAnswerCache } from '#platform/answer-cache.ts'
import type { ApiEnv } from '#platform/api.ts'
import { inLanguage, setLanguages } from '#platform/languages.ts'
import { answerVisitors } from '../http/answer-visitors.ts'
import { requestGuards } from '../http/request-guards.ts'
import { createPageApi } from './page-api.ts'
import { collectContent } from './page-content.ts'

const id = '01a1f962-2a7b-71bc-85f0-5e51e759080a'

function createSite({ isClosed = false } = {}) {
  let time = 1_000
  let requests = 0
  let status: 200 | 503 = 200
  const answers: AnswerCache | undefined = isClosed
    ? undefined
    : createAnswerCache({ maxBytes: 100_000, freshMs: 60_000, now: () => time })
  const app = new Hono<ApiEnv>()
  app.use(requestGuards({}))
  if (answers) app.use(answerVisitors(answers))
  app.get('*', (c) => c.json({ requests: ++requests, id, votes: { up: 1, down: 0 } }, status))
  const api = createPageApi(app, answers)
  const read = async (path: string) => {
    const response = await api(path)
    return [response.status, (await response.json()).requests]
  }
  return {
    answers,
    read,
    wait: (ms: number) => (time += ms),
    fail: () => (status = 503),
  }
}

it('renderings share an answer until it is a minute old or its content changes', async () => {
  const { answers, read, wait } = createSite()
  const both = await Promise.all([read('/api/footer'), read('/api/footer')])
  expect([...both, await read('/api/home')]).toEqual([
    [200, 1],
    [200, 1],
    [200, 2],
  ])
  wait(59_999)
  expect(await read('/api/home')).toEqual([200, 2])
  answers?.drop([id])
  expect([await read('/api/home'), await read('/api/footer')]).toEqual([
    [200, 3],
    [200, 4],
  ])
})

it('renderings share neither failures nor what only a link makes readable, and nothing of a closed site', async () => {
  const site = createSite()
  site.fail()
  expect([await site.read('/api/home'), await site.read('/api/home')]).toEqual([
    [503, 1],
    [503, 2],
  ])
  const open = createSite()
  const path = `/api/comparisons/${id}`
  expect([await open.read(path), await open.read(path)].flat()).toEqual([200, 1, 200, 2])
  const closed = createSite({ isClosed: true })
  expect([await closed.read('/api/home'), await closed.read('/api/home')].flat()).toEqual([200, 1, 200, 2])
})

it('renderings in different languages share no answers', async () => {
  const { read } = createSite()
  setLanguages([{ ...currentLanguage() }, { ...currentLanguage(), tag: 'de', prefix: '/de' }])
  const inGerman = () => inLanguage('de', () => read('/api/home'))
  expect([await read('/api/home'), await inGerman(), await inGerman()].flat()).toEqual([200, 1, 200, 2, 200, 2])
  setLanguages([currentLanguage()])
})

it('a page knows the keys of a shared answer, and when its votes and copies were counted', async () => {
  const { read, wait } = createSite()
  await read('/api/prompts/a')
  wait(5_000)
  const { keys, highestStatus, numbersFrom } = await collectContent(() => read('/api/prompts/a'))
  expect([[...keys].sort(), highestStatus, numbersFrom]).toEqual([[id, 'everything'], 200, 1_000])
  const footer = await collectContent(() => read('/api/footer'))
  expect([[...footer.keys], footer.numbersFrom]).toEqual([['everything'], Number.POSITIVE_INFINITY])
})
