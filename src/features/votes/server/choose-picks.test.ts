import { afterAll, beforeAll, expect, it } from 'vitest'
import { readContentChanges } from '#platform/database/content-changes.ts'
import { contentOf } from '#server/pages/page-content.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import type { VoteValue } from '../rules.ts'
import { castVote } from './cast-vote.ts'
import { bestOfEachCategory, choosePicks } from './choose-picks.ts'

let testSite: TestSite
let members: string[]
beforeAll(async () => {
  testSite = await createTestSite()
  members = await Promise.all(Array.from({ length: 9 }, (_, n) => testSite.addUser(`judge_${n}`)))
})
afterAll(() => testSite.close())

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

async function addPromptWithVotes(title: string, category: string, values: VoteValue[], when = now) {
  const { id } = await testSite.addPrompt({ title, category })
  for (const [n, value] of values.entries()) {
    await castVote(
      testSite.db,
      memberOf(members[n] as string),
      { promptId: id, value },
      { now: when, maturityHours: 0 },
    )
  }
  return id
}

const readPicks = async (query = '') => {
  const { body } = await testSite.request(`/api/prompts?pick=true${query}`)
  return { titles: body.items.map(({ title }: { title: string }) => title).sort(), total: body.total }
}

it('the picks are the three best of each category by the votes of the last 30 days, with at least 5 votes', async () => {
  await addPromptWithVotes('First', 'research', [1, 1, 1, 1, 1, 1, 1])
  await addPromptWithVotes('Second', 'research', [1, 1, 1, 1, 1, 1])
  await addPromptWithVotes('Third', 'research', [1, 1, 1, 1, 1])
  await addPromptWithVotes('Fourth', 'research', [1, 1, 1, 1, -1])
  await addPromptWithVotes('Four votes', 'creative', [1, 1, 1, 1])
  await addPromptWithVotes('Long ago', 'creative', [1, 1, 1, 1, 1], daysAgo(31))
  await addPromptWithVotes('Disliked', 'personal', [1, 1, -1, -1, -1, -1])
  const other = await addPromptWithVotes('Another category', 'technical', [1, 1, 1, 1, 1])
  const before = await readContentChanges(testSite.db, null)

  expect(await Promise.all([choosePicks(testSite.db, now), choosePicks(testSite.db, now)])).toContain(4)
  expect(await readPicks()).toEqual({ titles: ['Another category', 'First', 'Second', 'Third'], total: 4 })
  expect(await readPicks('&category=technical')).toEqual({ titles: ['Another category'], total: 1 })
  expect((await testSite.request(`/api/prompts/${other}`)).body.communityPick).toBe(true)

  const { keys, version } = await readContentChanges(testSite.db, before.version)
  // Only the four prompts and the lists of picks have changed, so other lists stay cached.
  expect(keys).toHaveLength(5)
  expect(contentOf('/api/prompts?pick=true', '{}').some((key) => keys.includes(key))).toBe(true)
  expect(contentOf('/api/prompts?sort=newest', '{}').some((key) => keys.includes(key))).toBe(false)
  expect(await choosePicks(testSite.db, now)).toBe(0)
  expect((await readContentChanges(testSite.db, version)).keys).toEqual([])
  expect(await choosePicks(testSite.db, new Date(now.getTime() + 31 * 86_400_000))).toBe(4)
  expect(await readPicks()).toEqual({ titles: [], total: 0 })
})

it('the highest Wilson bound comes first, and the newer prompt wins a tie', () => {
  // Ids are in the order of creation, so `c` is the newest of the three prompts with equal votes.
  const candidate = (id: string, up: number, down = 0) => ({ id, categoryId: 'c', up, down })
  expect(bestOfEachCategory([candidate('a', 5), candidate('b', 5), candidate('c', 5), candidate('d', 9)])).toEqual([
    'd',
    'c',
    'b',
  ])
})
