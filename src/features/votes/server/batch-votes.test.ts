import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockTallies } from '#features/catalogue/server/vote-tallies.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { createVoteBatcher } from './batch-votes.ts'
import { findVoteDrifts } from './vote-queries.ts'

const size = 20
let testSite: TestSite
let crowd: string[]
let castBatched: ReturnType<typeof createVoteBatcher>
let maturityHours = 0
const now = new Date()
beforeAll(async () => {
  testSite = await createTestSite()
  crowd = await Promise.all(Array.from({ length: size }, (_, n) => testSite.addUser(`together${n}`)))
  castBatched = createVoteBatcher(testSite.db, () => ({ now, maturityHours }))
})
beforeEach(() => {
  maturityHours = 0
})
afterAll(async () => {
  expect(await findVoteDrifts(testSite.db)).toEqual([])
  await testSite.close()
})

const voteUp = (userId: string, promptId: string) => castBatched({ userId, promptId, value: 1 })

describe('members who vote concurrently', () => {
  it('need two transactions for 20 votes on one prompt, and each gets the tally including their own vote', async () => {
    const { id } = await testSite.addPrompt()
    const results = await Promise.all(crowd.map((userId) => voteUp(userId, id)))
    const [first, ...others] = results.map((result) => result?.votes)
    expect([first, ...new Set(others.map((votes) => votes?.up))]).toEqual([{ up: 1, down: 0 }, size])
    const { rows } = await sql`select distinct xmin::text from votes where prompt_id = ${id}`.execute(testSite.db)
    expect(rows).toHaveLength(2)
  })

  it('change nothing by repeating their votes, and replace their votes by voting differently', async () => {
    const { id: promptId } = await testSite.addPrompt()
    for (const value of [1, 1, -1, -1] as const)
      await Promise.all(crowd.map((userId) => castBatched({ userId, promptId, value })))
    const [userId = ''] = crowd
    expect(await castBatched({ userId, promptId, value: -1 })).toEqual({
      promptId,
      value: -1,
      votes: { up: 0, down: size },
    })
  })

  it('get the time from which their votes count if their accounts are new, and the tally doesn’t change', async () => {
    const { id } = await testSite.addPrompt()
    const newMembers = await Promise.all(['a', 'b'].map((name) => testSite.addUser(`young_${name}`)))
    maturityHours = 24
    for (const result of await Promise.all(newMembers.map((userId) => voteUp(userId, id))))
      expect(result).toEqual({ promptId: id, value: 1, votes: { up: 0, down: 0 }, countsFrom: expect.any(String) })
    // No age is required anymore, so the changed vote counts.
    maturityHours = 0
    const [userId = ''] = newMembers
    expect(await castBatched({ userId, promptId: id, value: -1 })).toEqual({
      promptId: id,
      value: -1,
      votes: { up: 0, down: 1 },
    })
  })
})

describe('a batch leaves out', () => {
  it('votes on the member’s own prompts and on unpublished ones; the other votes count', async () => {
    const [author = '', ...others] = crowd
    const own = await testSite.addPrompt({ userId: author })
    const draft = await testSite.addPrompt({ status: 'draft' })
    const published = await testSite.addPrompt()
    const results = await Promise.all([
      voteUp(author, own.id),
      ...others.map((userId, n) => voteUp(userId, n % 2 ? draft.id : published.id)),
    ])
    expect(results.map((result) => result !== null)).toEqual([false, ...others.map((_, n) => n % 2 === 0)])
  })

  it('votes on prompts that credit the member', async () => {
    const [author = '', other = ''] = crowd
    const { id } = await testSite.addPrompt()
    await sql`
      update prompts set credit = 'By them', credit_version = 1, credited_ids = array[${author}::uuid]
      where id = ${id}`.execute(testSite.db)
    expect((await Promise.all([voteUp(author, id), voteUp(other, id)])).map((result) => result !== null)).toEqual([
      false,
      true,
    ])
  })

  it('votes whose member or prompt is locked; the other votes don’t wait for the locks', async () => {
    const [lockedMember = '', ...others] = crowd
    const [lockedPrompt, otherPrompt] = [await testSite.addPrompt(), await testSite.addPrompt()]
    await inTransaction(testSite.db, async (tx) => {
      await sql`select from users where id = ${lockedMember} for update`.execute(tx)
      await sql`select from prompts where id = ${lockedPrompt.id} for update`.execute(tx)
      const results = await Promise.all([
        voteUp(lockedMember, otherPrompt.id),
        ...others.map((userId, n) => voteUp(userId, n % 2 ? lockedPrompt.id : otherPrompt.id)),
      ])
      expect(results.map((result) => result !== null)).toEqual([false, ...others.map((_, n) => n % 2 === 0)])
    })
  })

  it('votes on a prompt whose tally stays locked; the other votes are stored', async () => {
    const [lockedPrompt, otherPrompt] = [await testSite.addPrompt(), await testSite.addPrompt()]
    for (const { id } of [lockedPrompt, otherPrompt]) await voteUp(crowd[0] ?? '', id)
    await inTransaction(testSite.db, async (tx) => {
      await lockTallies(tx, [lockedPrompt.id])
      const results = await Promise.all(
        crowd.map((userId, n) => voteUp(userId, (n % 2 ? lockedPrompt : otherPrompt).id)),
      )
      expect(results.map((result) => result !== null)).toEqual(crowd.map((_, n) => n % 2 === 0))
    })
    expect(await voteUp(crowd[1] ?? '', lockedPrompt.id)).toMatchObject({ votes: { up: 2, down: 0 } })
  })

  it('votes on a prompt whose first vote isn’t committed yet', async () => {
    const { id } = await testSite.addPrompt()
    const [first = '', ...others] = crowd
    await inTransaction(testSite.db, async (tx) => {
      await sql`insert into votes (user_id, prompt_id, value, voted_at) values (${first}, ${id}, 1, ${now})`.execute(tx)
      expect(await Promise.all(others.map((userId) => voteUp(userId, id)))).toEqual(others.map(() => null))
    })
  })

  it('a vote of a deleted account', async () => {
    const deletedMember = await testSite.addUser('gone')
    const { id } = await testSite.addPrompt()
    await testSite.db.deleteFrom('users').where('id', '=', deletedMember).execute()
    expect(await voteUp(deletedMember, id)).toBeNull()
  })
})
