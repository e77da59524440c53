import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { wilsonInterval } from '#lib/wilson.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import type { VoteValue } from '../rules.ts'
import { castVote } from './cast-vote.ts'
import { findVoteDrifts } from './vote-queries.ts'

let testSite: TestSite
let members: string[]
beforeAll(async () => {
  testSite = await createTestSite()
  members = await Promise.all(Array.from({ length: 200 }, (_, n) => testSite.addUser(`member_${n}`)))
})
afterAll(() => testSite.close())

/** Votes count immediately, however new an account is. */
const maturity = { now: new Date(), maturityHours: 0 }
const cast = (userId: string, promptId: string, value: VoteValue) =>
  castVote(testSite.db, memberOf(userId), { promptId, value }, maturity)

async function readPrompt(id: string) {
  await applyTallies(testSite.db, maturity.now)
  const columns = ['votesUp', 'votesDown', 'rating', 'version'] as const
  return testSite.db.selectFrom('prompts').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

describe('many votes', () => {
  it('of 200 members, cast concurrently on a prompt that is being edited, are all counted', async () => {
    const { id } = await testSite.addPrompt()
    const voting = members.map((member, n) => cast(member, id, n % 4 === 0 ? -1 : 1))
    const editing = Array.from({ length: 20 }, (_, n) =>
      inTransaction(testSite.db, async (tx) => {
        await sql`select from prompts where id = ${id} for update`.execute(tx)
        await sql`update prompts set version = version + 1, title = ${`Edited ${n}`} where id = ${id}`.execute(tx)
      }),
    )
    await Promise.all([...voting, ...editing])
    const rating = wilsonInterval(150, 50)?.low
    expect(await readPrompt(id)).toEqual({ votesUp: 150, votesDown: 50, rating, version: 21 })
  })

  it('of one member who clicks quickly result in at most one row, which the tally matches', async () => {
    const { id } = await testSite.addPrompt()
    const [member = ''] = members
    await Promise.all(([1, -1, 0, 1, 1, -1, 0, -1, 1] as const).map((value) => cast(member, id, value)))
    const rows = await testSite.db.selectFrom('votes').select('value').where('promptId', '=', id).execute()
    const stored = await readPrompt(id)
    expect(rows.length).toBeLessThanOrEqual(1)
    expect(stored.votesUp - stored.votesDown).toBe(rows[0]?.value ?? 0)
  })

  it('cast concurrently on many prompts of one author add up to the author’s total', async () => {
    const author = await testSite.addUser('busy_author')
    const prompts = await Promise.all(Array.from({ length: 8 }, () => testSite.addPrompt({ userId: author })))
    const values = [1, -1, 1] as const
    await Promise.all(
      prompts.flatMap(({ id }, p) => members.slice(0, 12).map((m, n) => cast(m, id, values[(n + p) % 3] ?? 0))),
    )
    await applyTallies(testSite.db, maturity.now)
    expect(await findDrifts(testSite.db)).toEqual([])
  })
})

it('property: after any votes, totals match the members’ last votes, and the rating is their Wilson bound', async () => {
  const voters = members.slice(0, 5)
  const action = fc.tuple(fc.nat(voters.length - 1), fc.nat(1), fc.constantFrom<VoteValue>(1, 0, -1))
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25, size: 'max' }), async (actions) => {
      const prompts = [await testSite.addPrompt(), await testSite.addPrompt()]
      const expected = new Map<string, VoteValue>()
      for (const [voter, prompt, value] of actions) {
        await cast(voters[voter] as string, prompts[prompt]?.id as string, value)
        expected.set(`${prompt} ${voter}`, value)
      }
      for (const [index, { id }] of prompts.entries()) {
        const count = (value: VoteValue) =>
          [...expected].filter(([key, vote]) => key.startsWith(`${index} `) && vote === value).length
        const stored = await readPrompt(id)
        expect([stored.votesUp, stored.votesDown]).toEqual([count(1), count(-1)])
        expect(stored.rating).toBe(wilsonInterval(count(1), count(-1))?.low ?? 0)
      }
    }),
    { numRuns: 25 },
  )
  expect(await findVoteDrifts(testSite.db)).toEqual([])
  expect(await findDrifts(testSite.db)).toEqual([])
})
