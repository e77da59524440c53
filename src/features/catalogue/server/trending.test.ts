import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { findCopyDrifts } from '#features/worksheet/server/copy-queries.ts'
import { countCopy } from '#features/worksheet/server/count-copy.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { trendingScoreOf, trendingVoteWeight } from '../trending-rules.ts'
import { findDrifts } from './stored/recount-queries.ts'
import { applyTallies } from './vote-tallies.ts'

let testSite: TestSite
let voters = 0
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const now = new Date('2026-06-15T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

async function trendingOf(id: string): Promise<number> {
  const row = await testSite.db.selectFrom('prompts').select('trending').where('id', '=', id).executeTakeFirstOrThrow()
  return row.trending
}

const addPromptPublishedAt = (publishedAt: Date) =>
  testSite.addPrompt({ publishedAt, createdAt: publishedAt, tags: ['trend'] })
async function addVotes(promptId: string, up: number, down: number, when: Date) {
  for (let n = 0; n < up + down; n++) {
    const userId = await testSite.addUser(`voter_${++voters}`)
    const vote = { userId, promptId, value: n < up ? 1 : -1, votedAt: when, heldUntil: null } as const
    await testSite.db.insertInto('votes').values(vote).execute()
  }
  await applyTallies(testSite.db, now)
}
async function addCopies(id: string, times: number, when: Date) {
  for (let n = 0; n < times; n++)
    await countCopy(testSite.db, { kind: 'visitor', address: `192.0.2.${n}`, browser: id }, { id }, when)
}

describe('the trending score', () => {
  it('adds up publishing, votes and copies, each weighted less as it ages', async () => {
    const { id } = await addPromptPublishedAt(daysAgo(14))
    await addVotes(id, 5, 2, daysAgo(7))
    await addCopies(id, 3, daysAgo(1))
    await addCopies(id, 2, now)
    await aggregateCopies(testSite.db, now)
    // Each copy is added only once.
    await aggregateCopies(testSite.db, now)
    const decayAfter = (days: number) => 2 ** (-days / 7)
    const sum = decayAfter(14) + trendingVoteWeight * 3 * decayAfter(7) + 3 * decayAfter(1) + 2
    expect(await trendingOf(id)).toBeCloseTo(trendingScoreOf(sum, now) ?? Number.NaN, 6)
  })

  it('ranks an old prompt with new votes above a new prompt without any', async () => {
    const old = await addPromptPublishedAt(daysAgo(700))
    const recent = await addPromptPublishedAt(daysAgo(1))
    expect(await trendingOf(recent.id)).toBeGreaterThan(await trendingOf(old.id))
    await addVotes(old.id, 4, 0, now)
    expect(await trendingOf(old.id)).toBeGreaterThan(await trendingOf(recent.id))
  })

  it('is below that of any other prompt for a new one with more down votes than up votes', async () => {
    const { id } = await addPromptPublishedAt(now)
    await addVotes(id, 1, 2, now)
    expect(await trendingOf(id)).toBeLessThan(0)
  })

  it('subtracts down votes from copies', async () => {
    const disliked = await addPromptPublishedAt(daysAgo(1))
    await addVotes(disliked.id, 1, 3, daysAgo(1))
    await addCopies(disliked.id, 5, daysAgo(1))
    await aggregateCopies(testSite.db, now)
    const rest = 5 - 2 * trendingVoteWeight
    expect(await trendingOf(disliked.id)).toBeCloseTo(trendingScoreOf(rest, daysAgo(1)) ?? Number.NaN, 6)
    const { id: copiedLess } = await addPromptPublishedAt(daysAgo(1))
    await addVotes(copiedLess, 0, 3, daysAgo(1))
    await addCopies(copiedLess, 4, daysAgo(1))
    await aggregateCopies(testSite.db, now)
    expect(await trendingOf(copiedLess)).toBeLessThan(0)
  })

  it('takes votes back to the last digit', async () => {
    const { id } = await addPromptPublishedAt(now)
    await addVotes(id, 0, 3, daysAgo(2))
    await testSite.db.deleteFrom('votes').where('promptId', '=', id).execute()
    await applyTallies(testSite.db, now)
    expect(await trendingOf(id)).toBeCloseTo(trendingScoreOf(1, now) ?? Number.NaN, 6)
  })

  it('has an index, so a list in its order needs no sorting', async () => {
    const plan = await inTransaction(testSite.db, async (tx) => {
      await sql`set local enable_sort = off`.execute(tx)
      const query = sql<{ 'QUERY PLAN': string }>`
        explain select id from prompts where status = 'published' order by trending desc, id desc limit 20`
      return (await query.execute(tx)).rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('prompts_trending')
    expect(plan).not.toContain('Sort')
  })

  it('is the same in the stored lists by tag, and stored totals of votes and copies agree with a recount', async () => {
    expect([...(await findDrifts(testSite.db)), ...(await findCopyDrifts(testSite.db))]).toEqual([])
  })
})
