import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { type AiVendors, startAiVendors } from '#test/fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

/** The number of members whose runs begin immediately, each in a transaction of its own. The others' begin together. */
const firstCount = 3
/** The total number of members. */
const size = 8
/** Every transaction that begins runs needs this advisory lock before it can commit. */
const commitLock = 159

let vendors: AiVendors
let testSite: TestSite
beforeAll(async () => {
  vendors = await startAiVendors()
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: 'writer=3' }
  testSite = await createTestSite({ site: { models: { vendors: { openai }, dailyBudget: 1000 } } })
  await sql`
    create function wait_for_commit_lock() returns trigger language plpgsql set lock_timeout = '1min' as $$ begin
      perform pg_advisory_xact_lock_shared(${sql.lit(commitLock)});
      return null;
    end $$`.execute(testSite.db)
  await sql`
    create constraint trigger waits_before_commit after insert on generations deferrable initially deferred
    for each row execute function wait_for_commit_lock()`.execute(testSite.db)
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
})

const creditsOf = async (as: string) => (await testSite.request('/api/user/credits', { as })).body.credits

async function addMember(_: unknown, n: number): Promise<string> {
  const userId = await testSite.addUser(`uncommitted${n}`)
  await creditsOf(userId)
  return userId
}

/** Lets a member generate a prompt. Returns the name of the last event, or null if the request failed. */
async function write(as: string): Promise<string | null> {
  const json = { idea: 'Write a letter to my landlord', model: 'writer' }
  const { status, events } = await testSite.stream('/api/prompt-generator', { as, json })
  return status === 200 ? ((await events()).at(-1)?.event ?? null) : null
}

/** Cuts the connections of all transactions that wait for the lock. */
const cutWaitingConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = ${commitLock} and not granted`.execute(testSite.db)

it('the generator asks no vendor until a run’s transaction is committed, and never if the transaction is lost', async () => {
  const members = await Promise.all(Array.from({ length: size }, addMember))
  const lastEvents: (string | null)[] = []
  const { rest } = await inTransaction(testSite.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${commitLock})`.execute(tx)
    const rest = Promise.all(members.map(async (userId) => lastEvents.push(await write(userId))))
    await expect.poll(() => testSite.countLockWaits()).toBe(firstCount)
    expect(vendors.received).toEqual([])
    await cutWaitingConnections()
    await expect.poll(() => lastEvents).toEqual(Array(firstCount).fill(null))
    await expect.poll(() => testSite.countLockWaits()).toBeGreaterThan(0)
    expect(vendors.received).toEqual([])
    return { rest }
  })
  await rest
  expect(lastEvents.slice(firstCount)).toEqual(Array(size - firstCount).fill('done'))
  expect(vendors.received).toHaveLength(size - firstCount)
  const credits = await Promise.all(members.map(creditsOf))
  expect(credits.toSorted()).toEqual(members.map((_, n) => (n < size - firstCount ? 27 : 30)))
})
