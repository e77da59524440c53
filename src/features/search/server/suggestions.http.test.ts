import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite

beforeAll(async () => {
  testSite = await createTestSite()
  for (let number = 1; number <= 8; number++) await testSite.addPrompt({ title: `A plan for gardeners ${number}` })
  await testSite.addPrompt({ title: 'Garden planner', tags: ['gardening'] })
  await testSite.addPrompt({ title: 'Garden secrets', status: 'draft' })
  await testSite.addTool({ name: 'Gardenia' })
  await testSite.addTool({ name: 'Leafy', description: 'Draws gardens.' })
})
afterAll(() => testSite.close())

const suggest = async (typed: string, site = testSite) =>
  (await site.request(`/api/search/suggestions?q=${encodeURIComponent(typed)}`)).body as {
    kind: string
    text: string
    path: string
  }[]

it('up to eight titles, tools, collections and tags with a word that starts as typed are suggested, with their pages', async () => {
  const found = await suggest('garde')
  expect(found).toHaveLength(8)
  expect(found[0]).toEqual({
    kind: 'prompt',
    text: 'Garden planner',
    path: '/prompt/garden-planner',
    category: 'General',
  })
  const tools = found.filter(({ kind }) => kind === 'tool')
  expect(tools, 'tools match only by name').toEqual([{ kind: 'tool', text: 'Gardenia', path: '/tools/gardenia' }])
  expect(found).toContainEqual({ kind: 'tag', text: 'gardening', path: '/search?q=gardening&tag=gardening' })
})

it('no hidden prompts are suggested, and nothing for a term that is too short or has no letter or digit', async () => {
  expect((await suggest('garden secrets')).filter(({ kind }) => kind === 'prompt')).toEqual([])
  for (const typed of ['', ' ', 'g', '%%', '"']) expect(await suggest(typed)).toEqual([])
})

describe('on a site with more prompts than the 1,000 most copied, which are searched first', () => {
  let largeTestSite: TestSite
  let ids: string[]
  beforeAll(async () => {
    largeTestSite = await createTestSite()
    // Nothing has been copied yet, so the newest prompts count as the most copied. This prompt is the oldest.
    await largeTestSite.addPrompt({ title: 'Zeppelin pilot' })
    // Their titles are like "Prompt number 12".
    ids = (await Promise.all(Array.from({ length: 3 }, () => largeTestSite.addPrompts(350)))).flat()
  })
  afterAll(() => largeTestSite.close())

  it('a prompt that is not among the most copied is suggested', async () => {
    expect((await suggest('zepp', largeTestSite)).map(({ text }) => text)).toContain('Zeppelin pilot')
  })
  it('the most copied prompt with a frequent word is suggested first', async () => {
    const { rows } = await sql<{ title: string }>`
      update prompts set copies = 5 where id = ${ids[700]} returning title`.execute(largeTestSite.db)
    const found = await suggest('prompt num', largeTestSite)
    expect(found).toHaveLength(8)
    expect(found[0]?.text).toBe(rows[0]?.title)
  })
})
