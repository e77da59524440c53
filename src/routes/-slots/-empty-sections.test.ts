import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import { createQueryClient } from '#client/query-client.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { promptQuery } from '#features/catalogue/web/prompt-queries.ts'
import { commentsKey } from '#features/comments/server/comment-subject.ts'
import { contentOf } from '#server/pages/page-content.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { leaveOutEmptySections } from './-empty-sections.ts'

let testSite: CompareSite
let me: string
let path: string
let promptId: string
beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  me = await testSite.member()
  const { id, slug } = await testSite.addPrompt({ userId: me })
  promptId = id
  path = `/api/prompts/${slug}`
})
afterAll(() => testSite.close())

const read = async (): Promise<Prompt> => (await testSite.request(path)).body

/** The query cache of a page of this prompt, and the queries that it needn't send, with their data. */
function leaveOut(prompt: Prompt, comments?: string) {
  const queryClient = createQueryClient()
  const api = (async () => undefined) as unknown as Api
  const { queryKey } = promptQuery(api, prompt.slug)
  queryClient.setQueryData(queryKey, prompt, { updatedAt: 1_000 })
  leaveOutEmptySections({ queryClient, api }, prompt, { showsComparisons: true, comments })
  const queries = queryClient.getQueryCache().getAll()
  expect(queries.map(({ state }) => state.dataUpdatedAt)).toEqual(queries.map(() => 1_000))
  return {
    prompt: queryClient.getQueryData(queryKey),
    leftOut: queries.slice(1).map(({ queryKey: [path, input], state }) => {
      const { id, ...query } = input as Record<string, string>
      const search = new URLSearchParams(JSON.parse(JSON.stringify(query)))
      return { address: `${String(path).replace('{id}', id as string)}?${search}`, data: state.data }
    }),
  }
}

it('a page of a prompt without entries below it starts with what the API would answer', async () => {
  const prompt = await read()
  expect(prompt.sections).toEqual([])
  const { leftOut, prompt: shown } = leaveOut(prompt)
  expect(leftOut).toHaveLength(4)
  // The order of the fields counts too: the page has the same bytes either way.
  for (const { address, data } of leftOut)
    expect(JSON.stringify(data), address).toBe(JSON.stringify((await testSite.request(address)).body))
  const { sections: _, ...rest } = prompt
  expect(shown).toEqual(rest)
  expect(leaveOut(prompt, 'a place in the list').leftOut).toHaveLength(3)
})

it('the first entry of each section is requested', async () => {
  const post = async (rest: string, json: object) => {
    const { status, body } = await testSite.post(path + rest, me, json)
    expect(status, JSON.stringify(body)).toBe(201)
  }
  await post('/comments', { content: 'Does it work with long texts?' })
  expect((await read()).sections).toEqual(['comments'])
  await post('/tests/cases', {
    reason: 'It greets',
    values: { reader: 'Ada' },
    checks: [{ kind: 'contains', text: 'answer' }],
  })
  expect((await read()).sections).toEqual(['comments', 'tests'])
  const text = 'Dear customer, your parcel is on its way and arrives on Monday.'
  await post('/examples', { model: 'Flux 2', madeOn: '2026-01-01', settings: '', text })
  expect((await read()).sections).toEqual(['examples', 'comments', 'tests'])
  const [start] = await (
    await testSite.compare(me, { promptId, content: undefined, models: ['steady', 'writer'] })
  ).events()
  const id = String(start?.data.comparisonId)
  expect((await read()).sections, 'it isn’t published').not.toContain('comparisons')
  await testSite.post(`/api/comparisons/${id}/publish`, me, { published: true })
  const prompt = await read()
  expect(prompt.sections).toEqual(['examples', 'comments', 'comparisons', 'tests'])
  expect(leaveOut(prompt).leftOut).toEqual([])
})

it('the first comment drops the page that was rendered without asking for comments', async () => {
  expect(contentOf(path, JSON.stringify(await read()))).toContain(commentsKey(promptId))
})
