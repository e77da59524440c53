import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
  for (let number = 1; number <= 8; number++) await world.addPrompt({ title: `A plan for gardeners ${number}` })
  await world.addPrompt({ title: 'Garden planner', tags: ['gardening'] })
  await world.addPrompt({ title: 'Garden secrets', status: 'draft' })
  await world.addTool({ name: 'Gardenia' })
})
afterAll(() => world.close())

const suggest = async (typed: string) =>
  (await world.request(`/api/search/suggestions?q=${encodeURIComponent(typed)}`)).body as {
    kind: string
    text: string
    path: string
  }[]

it('suggests up to seven titles, tools and tags that start with the typed text, each with its page', async () => {
  const found = await suggest('garde')
  expect(found).toHaveLength(7)
  expect(found[0]).toEqual({ kind: 'prompt', text: 'Garden planner', path: '/prompt/garden-planner' })
  expect(found).toContainEqual({ kind: 'tool', text: 'Gardenia', path: '/tools/gardenia' })
  expect(found).toContainEqual({ kind: 'tag', text: 'gardening', path: '/search?q=gardening&tag=gardening' })
})

it('suggests no hidden prompts, and nothing for fewer than two characters', async () => {
  expect((await suggest('garden secrets')).filter(({ kind }) => kind === 'prompt')).toEqual([])
  for (const typed of ['', ' ', 'g', '%%', '"']) expect(await suggest(typed)).toEqual([])
})
