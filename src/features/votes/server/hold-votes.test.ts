import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setBanned } from '#features/accounts/server/change-account-status.ts'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { applyTallies, lockTallies } from '#features/catalogue/server/vote-tallies.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { castVote } from './cast-vote.ts'
import { applyBanToSomeVotes, deleteVotesOf } from './hold-votes.ts'
import { releaseMatureVotes } from './release-votes.ts'
import { exportVotes, findVoteDrifts } from './vote-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(async () => {
  await applyTallies(testSite.db, now)
  expect(await findVoteDrifts(testSite.db)).toEqual([])
  expect(await findDrifts(testSite.db)).toEqual([])
  await testSite.close()
})

const now = new Date()
const inHours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const cast = (userId: string, promptId: string, maturityHours = 0) =>
  castVote(testSite.db, memberOf(userId), { promptId, value: 1 }, { now, maturityHours })

async function countUpVotes(id: string): Promise<number> {
  const row = await testSite.db.selectFrom('voteTallies').select('up').where('promptId', '=', id).executeTakeFirst()
  return row?.up ?? 0
}

/** Bans a user or ends the ban, and applies this to all their votes. */
async function ban(userId: string, banned: boolean) {
  await inTransaction(testSite.db, (tx) => setBanned(tx, hooks, { kind: 'system', name: 'test' }, { userId, banned }))
  while (await applyBanToSomeVotes(testSite.db, userId, { now, maturityHours: 0 }));
}

describe('votes of a banned account', () => {
  it('stop counting, even those cast during the ban’s transaction, and count again when the ban ends', async () => {
    const [troll, ...others] = [
      await testSite.addUser('troll'),
      await testSite.addUser('ann'),
      await testSite.addUser('ben'),
    ]
    const prompts = await Promise.all(Array.from({ length: 6 }, () => testSite.addPrompt()))
    for (const { id } of prompts) for (const user of others) await cast(user, id)
    await Promise.all([...prompts.map(({ id }) => cast(troll, id)), ban(troll, true)])
    expect(await Promise.all(prompts.map(({ id }) => countUpVotes(id)))).toEqual(prompts.map(() => 2))
    await ban(troll, false)
    expect(await Promise.all(prompts.map(({ id }) => countUpVotes(id)))).toEqual(prompts.map(() => 3))
  })
})

describe('a vote that is cast while its account is being deleted', () => {
  it('waits for the deletion, is refused, and isn’t counted', async () => {
    const leavingMember = await testSite.addUser('leaving')
    const { id } = await testSite.addPrompt()
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const pause = async () => {
      reached.resolve()
      await go.promise
    }
    const pausingHooks = { onAccountDeleted: [...hooks.onAccountDeleted, pause] }
    const deleting = inTransaction(testSite.db, (tx) =>
      eraseAccount(tx, pausingHooks, leavingMember, { prompts: 'keep' }),
    )
    await reached.promise
    const casting = cast(leavingMember, id).then(
      () => 'stored',
      ({ code }) => code,
    )
    await expect.poll(async () => (await testSite.countLockWaits()) || (await countUpVotes(id))).toBe(1)
    go.resolve()
    await deleting
    expect([await casting, await countUpVotes(id)]).toEqual(['authentication_required', 0])
  })

  it('is deleted if it was cast first', async () => {
    const leavingMember = await testSite.addUser('left')
    const { id } = await testSite.addPrompt()
    const holder = await testSite.db.startTransaction().execute()
    await sql`select from prompts where id = ${id} for update`.execute(holder)
    const casting = cast(leavingMember, id)
    await expect.poll(() => testSite.countLockWaits()).toBe(1)
    const deleting = inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, leavingMember, { prompts: 'keep' }))
    await expect.poll(() => testSite.countLockWaits()).toBe(2)
    await holder.commit().execute()
    await Promise.all([casting, deleting])
    expect(await countUpVotes(id)).toBe(0)
  })
})

describe('votes of a new account', () => {
  it('count as soon as it is old enough, and the response says when that is', async () => {
    const newMember = await testSite.addUser('young')
    const { id } = await testSite.addPrompt()
    const { votes, countsFrom = '' } = await cast(newMember, id, 24)
    expect(votes).toEqual({ up: 0, down: 0 })
    expect(new Date(countsFrom).getTime()).toBeGreaterThan(inHours(23).getTime())
    await releaseMatureVotes(testSite.db, new Date(new Date(countsFrom).getTime() - 1))
    expect(await countUpVotes(id)).toBe(0)
    await releaseMatureVotes(testSite.db, new Date(countsFrom))
    expect(await countUpVotes(id)).toBe(1)
  })

  it('are counted only once if two processes release them concurrently', async () => {
    const { id } = await testSite.addPrompt()
    await cast(await testSite.addUser('young_too'), id, 24)
    await Promise.all([releaseMatureVotes(testSite.db, inHours(25)), releaseMatureVotes(testSite.db, inHours(25))])
    expect(await countUpVotes(id)).toBe(1)
  })

  it('stay held while it is banned, even if it is old enough', async () => {
    const newMember = await testSite.addUser('young_and_banned')
    const { id } = await testSite.addPrompt()
    await cast(newMember, id, 24)
    await ban(newMember, true)
    await releaseMatureVotes(testSite.db, inHours(48))
    expect(await countUpVotes(id)).toBe(0)
  })

  it('count immediately if no age is required', async () => {
    const { id } = await testSite.addPrompt()
    const result = await cast(await testSite.addUser('brand_new'), id)
    expect(result).toEqual({ promptId: id, value: 1, votes: { up: 1, down: 0 } })
  })
})

describe('a vote', () => {
  it('that is repeated still counts from the time that the first response gave', async () => {
    const voter = await testSite.addUser('repeating')
    const [first, second] = [await testSite.addPrompt(), await testSite.addPrompt()]
    await cast(voter, first.id)
    const { countsFrom } = await cast(voter, second.id, 24)
    expect(countsFrom).toEqual(expect.any(String))
    expect((await cast(voter, second.id, 24)).countsFrom).toBe(countsFrom)
  })

  it('can be withdrawn without affecting the member’s other votes', async () => {
    const voter = await testSite.addUser('wavering')
    const [first, second] = [await testSite.addPrompt(), await testSite.addPrompt()]
    for (const { id } of [first, second]) await cast(voter, id)
    await castVote(testSite.db, memberOf(voter), { promptId: first.id, value: 0 }, { now, maturityHours: 0 })
    expect([await countUpVotes(first.id), await countUpVotes(second.id)]).toEqual([0, 1])
    expect(await exportVotes(testSite.db, voter)).toMatchObject([{ prompt: { id: second.id } }])
  })
})

describe('more votes than fit into one batch', () => {
  let prompts: string[]
  beforeAll(async () => {
    prompts = await testSite.addPrompts(251)
  })
  /** Stores a member's votes on prompts. They are held until `heldUntil`, or counted if that is null. */
  const addVotes = (userId: string, ids: string[], heldUntil: Date | null = null) =>
    sql`insert into votes (user_id, prompt_id, value, voted_at, held_until)
      select ${userId}, id, 1, ${now}, ${heldUntil} from unnest(${ids}::uuid[]) id`.execute(testSite.db)
  async function countUpVotesOnAll(ids: string[]): Promise<number> {
    const { rows } = await sql<{ up: number }>`
      select coalesce(sum(up), 0)::integer as up from vote_tallies where prompt_id = any(${ids})`.execute(testSite.db)
    return rows[0]?.up ?? 0
  }

  it('all stop counting with a ban, count again after it, and are deleted with the account', async () => {
    const busy = await testSite.addUser('busy')
    const ids = prompts.slice(0, 201)
    await addVotes(busy, ids)
    expect(await countUpVotesOnAll(ids)).toBe(201)
    await ban(busy, true)
    expect(await countUpVotesOnAll(ids)).toBe(0)
    await ban(busy, false)
    expect(await countUpVotesOnAll(ids)).toBe(201)
    await inTransaction(testSite.db, (tx) => deleteVotesOf(tx, busy))
    expect([await countUpVotesOnAll(ids), await exportVotes(testSite.db, busy)]).toEqual([0, []])
  })

  it('are released in batches, which update the tallies', async () => {
    for (const name of ['busy_and_young', 'young_and_busy'])
      await addVotes(await testSite.addUser(name), prompts, inHours(1))
    await releaseMatureVotes(testSite.db, inHours(1))
    expect(await countUpVotesOnAll(prompts)).toBe(502)
  })
})

describe('the deletion of an account', () => {
  it('waits until a concurrent vote on the same prompt is counted', async () => {
    const [leavingMember, voter] = [await testSite.addUser('goes_now'), await testSite.addUser('votes_now')]
    const { id } = await testSite.addPrompt()
    await cast(leavingMember, id)
    let leaving: Promise<unknown> = Promise.resolve()
    await inTransaction(testSite.db, async (tx) => {
      await lockTallies(tx, [id])
      leaving = inTransaction(testSite.db, (other) => deleteVotesOf(other, leavingMember))
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      await tx
        .insertInto('votes')
        .values({ userId: voter, promptId: id, value: 1, votedAt: now, heldUntil: null })
        .execute()
    })
    await leaving
    expect(await countUpVotes(id)).toBe(1)
  })

  it('deletes the account’s votes and corrects the tallies', async () => {
    const leavingMember = await testSite.addUser('leaver')
    const [first, second] = [await testSite.addPrompt(), await testSite.addPrompt()]
    await cast(leavingMember, first.id)
    await cast(leavingMember, second.id)
    expect(await exportVotes(testSite.db, leavingMember)).toEqual([
      {
        prompt: { id: first.id, slug: first.slug, title: expect.any(String) },
        value: 1,
        votedAt: now.toISOString(),
      },
      {
        prompt: { id: second.id, slug: second.slug, title: expect.any(String) },
        value: 1,
        votedAt: now.toISOString(),
      },
    ])
    await inTransaction(testSite.db, (tx) => deleteVotesOf(tx, leavingMember))
    expect([await countUpVotes(first.id), await countUpVotes(second.id)]).toEqual([0, 0])
    expect(await exportVotes(testSite.db, leavingMember)).toEqual([])
  })
})
