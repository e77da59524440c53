import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentOf } from '#server/page-content.ts'
import { readContentChanges } from '#server/platform/content-changes.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import type { VoteValue } from '../rules.ts'
import { castVote } from './cast-vote.ts'
import { bestOfEach, choosePicks } from './choose-picks.ts'

let world: World
let members: string[]
beforeAll(async () => {
  world = await createWorld()
  members = await Promise.all(Array.from({ length: 9 }, (_, n) => world.addUser(`judge_${n}`)))
})
afterAll(() => world.close())

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

async function addVoted(title: string, category: string, values: VoteValue[], when = now) {
  const { id } = await world.addPrompt({ title, category })
  for (const [n, value] of values.entries()) {
    await castVote(world.db, memberOf(members[n] as string), { promptId: id, value }, { now: when, maturityHours: 0 })
  }
  return id
}

const picked = async (query = '') => {
  const { body } = await world.request(`/api/prompts?pick=true${query}`)
  return { titles: body.items.map(({ title }: { title: string }) => title).sort(), total: body.total }
}

it('the picks are the three best of each category by the votes of the last 30 days, at least 5', async () => {
  await addVoted('First', 'research', [1, 1, 1, 1, 1, 1, 1])
  await addVoted('Second', 'research', [1, 1, 1, 1, 1, 1])
  await addVoted('Third', 'research', [1, 1, 1, 1, 1])
  await addVoted('Fourth', 'research', [1, 1, 1, 1, -1])
  await addVoted('Four votes', 'creative', [1, 1, 1, 1])
  await addVoted('Long ago', 'creative', [1, 1, 1, 1, 1], daysAgo(31))
  await addVoted('Disliked', 'personal', [1, 1, -1, -1, -1, -1])
  const other = await addVoted('Another category', 'technical', [1, 1, 1, 1, 1])
  const before = await readContentChanges(world.db, null)

  expect(await Promise.all([choosePicks(world.db, now), choosePicks(world.db, now)])).toContain(4)
  expect(await picked()).toEqual({ titles: ['Another category', 'First', 'Second', 'Third'], total: 4 })
  expect(await picked('&category=technical')).toEqual({ titles: ['Another category'], total: 1 })
  expect((await world.request(`/api/prompts/${other}`)).body.communityPick).toBe(true)

  const { keys, version } = await readContentChanges(world.db, before.version)
  expect(keys).toHaveLength(5)
  expect(contentOf('/api/prompts?pick=true', '{}').some((key) => keys.includes(key))).toBe(true)
  expect(contentOf('/api/prompts?sort=newest', '{}').some((key) => keys.includes(key))).toBe(false)
  expect(await choosePicks(world.db, now)).toBe(0)
  expect((await readContentChanges(world.db, version)).keys).toEqual([])
  expect(await choosePicks(world.db, new Date(now.getTime() + 31 * 86_400_000))).toBe(4)
  expect(await picked()).toEqual({ titles: [], total: 0 })
})

it('ties are broken by more votes, then by the newer prompt', () => {
  const candidate = (id: string, up: number, down = 0) => ({ id, categoryId: 'c', up, down })
  expect(bestOfEach([candidate('a', 5), candidate('b', 5), candidate('c', 5), candidate('d', 9)])).toEqual([
    'd',
    'c',
    'b',
  ])
})
