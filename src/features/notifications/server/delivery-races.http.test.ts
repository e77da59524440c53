import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Notification } from '../contract.ts'
import { deliverBatch, deliverEvents } from './deliver-events.ts'
import { recordEvent } from './record-event.ts'

let testSite: TestSite
let time = Date.parse('2026-05-04T08:00:00Z')
beforeAll(async () => {
  testSite = await createTestSite({
    now: () => {
      time += 1000
      return new Date(time)
    },
  })
})
afterAll(() => testSite.close())

let personCount = 0
const addSomebody = async () => {
  const username = `person_${++personCount}`
  return { id: await testSite.addUser(username), username }
}
const send = async (as: string, method: string, path: string, json?: unknown) => {
  const response = await testSite.request(path, { as, method, json })
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}
const listOf = async (as: string): Promise<Notification[]> => (await send(as, 'GET', '/api/notifications')).items

/** Adds a prompt, its author, and members who saved it. `record` records the event of a new version. */
async function addSavedPrompt(saverCount: number) {
  const author = await addSomebody()
  const prompt = await testSite.addPrompt({ userId: author.id })
  const savers = await Promise.all(Array.from({ length: saverCount }, () => addSomebody()))
  for (const { id } of savers) await send(id, 'POST', '/api/favorites', { promptId: prompt.id })
  const record = () =>
    inTransaction(testSite.db, (tx) =>
      recordEvent(tx, {
        kind: 'prompt-version',
        subjectId: prompt.id,
        actorId: author.id,
        promptId: prompt.id,
        now: testSite.now(),
      }),
    )
  return { author, prompt, savers, record }
}

it('an older event that is delivered later doesn’t replace a newer one', async () => {
  const { savers, record } = await addSavedPrompt(4)
  await record()
  const olderAt = time
  // Delivers the event to two of its four receivers.
  await deliverBatch(testSite.db, testSite.now(), { limit: 2 })
  await record()
  const newerAt = time
  // Locks the older event, as another process would.
  await inTransaction(testSite.db, async (tx) => {
    await sql`select from notification_events where not delivered order by id limit 1 for update`.execute(tx)
    await deliverEvents(testSite.db, testSite.now)
  })
  await deliverEvents(testSite.db, testSite.now)
  expect(olderAt).toBeLessThan(newerAt)
  for (const { id } of savers)
    expect((await listOf(id)).map(({ createdAt }) => createdAt)).toEqual([new Date(newerAt).toISOString()])
})

it('members who block the author during the delivery don’t see the notification afterwards', async () => {
  const { author, savers, record } = await addSavedPrompt(6)
  await record()
  await deliverBatch(testSite.db, testSite.now(), { limit: 2 })
  const deliverOneByOne = async () => {
    while (await deliverBatch(testSite.db, testSite.now(), { limit: 1 }));
  }
  const block = ({ id }: { id: string }) => send(id, 'PUT', `/api/user/blocks/${author.username}`, { kind: 'block' })
  await Promise.all([deliverOneByOne(), deliverOneByOne(), ...savers.map(block)])
  for (const { id } of savers) expect(await listOf(id)).toEqual([])
})

it('a block hides notifications about the author’s prompts, even if somebody else changed them', async () => {
  const { author, prompt, savers } = await addSavedPrompt(1)
  const [saver] = savers as [(typeof savers)[number]]
  const about = { subjectId: prompt.id, promptId: prompt.id, actorId: null }
  await inTransaction(testSite.db, (tx) => recordEvent(tx, { kind: 'prompt-version', ...about, now: testSite.now() }))
  await deliverEvents(testSite.db, testSite.now)
  expect(await listOf(saver.id)).toHaveLength(1)
  await send(saver.id, 'PUT', `/api/user/blocks/${author.username}`, { kind: 'block' })
  expect(await listOf(saver.id)).toEqual([])
})

it('a receiver who is deleting their account doesn’t keep an event from the other receivers', async () => {
  const [leavingMember, other] = [await addSomebody(), await addSomebody()]
  const record = () =>
    inTransaction(testSite.db, (tx) =>
      recordEvent(tx, {
        kind: 'decision',
        outcome: 'report-dismissed',
        subjectId: newId(),
        actorId: null,
        promptId: null,
        receiverIds: [leavingMember.id, other.id],
        now: testSite.now(),
      }),
    )
  let recorded: Promise<void> | undefined
  await inTransaction(testSite.db, async (tx) => {
    await eraseAccount(tx, hooks, leavingMember.id, { prompts: 'delete' })
    recorded = record()
    await expect.poll(() => testSite.countLockWaits()).toBeGreaterThan(0)
  })
  await recorded
  await deliverEvents(testSite.db, testSite.now)
  expect(await listOf(other.id)).toHaveLength(1)
})
