import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { hooks } from '#server/hooks.ts'
import { inTransaction } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createWorld, type World } from '#test/world.ts'
import type { Notification } from '../contract.ts'
import { deliverBatch, deliverEvents } from './deliver-events.ts'
import { recordEvent } from './record-event.ts'

let world: World
let time = Date.parse('2026-05-04T08:00:00Z')
beforeAll(async () => {
  world = await createWorld({
    now: () => {
      time += 1000
      return new Date(time)
    },
  })
})
afterAll(() => world.close())

let people = 0
const somebody = async () => {
  const username = `person_${++people}`
  return { id: await world.addUser(username), username }
}
const send = async (as: string, method: string, path: string, json?: unknown) => {
  const answer = await world.request(path, { as, method, json })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const listOf = async (as: string): Promise<Notification[]> => (await send(as, 'GET', '/api/notifications')).items

/** A prompt, its author, and members who saved it. */
async function addFollowed(followers: number) {
  const author = await somebody()
  const prompt = await world.addPrompt({ userId: author.id })
  const savers = await Promise.all(Array.from({ length: followers }, () => somebody()))
  for (const { id } of savers) await send(id, 'POST', '/api/favorites', { promptId: prompt.id })
  const record = () =>
    inTransaction(world.db, (tx) =>
      recordEvent(tx, {
        kind: 'prompt-version',
        subjectId: prompt.id,
        actorId: author.id,
        promptId: prompt.id,
        now: world.now(),
      }),
    )
  return { author, prompt, savers, record }
}

it('an older event that is delivered later doesn’t replace a newer one', async () => {
  const { savers, record } = await addFollowed(4)
  await record()
  const older = time
  await deliverBatch(world.db, world.now(), 2)
  await record()
  const newer = time
  // Another process has locked the older event.
  await inTransaction(world.db, async (tx) => {
    await sql`select from notification_events where not delivered order by id limit 1 for update`.execute(tx)
    await deliverEvents(world.db, world.now)
  })
  await deliverEvents(world.db, world.now)
  expect(older).toBeLessThan(newer)
  for (const { id } of savers)
    expect((await listOf(id)).map(({ createdAt }) => createdAt)).toEqual([new Date(newer).toISOString()])
})

it('members who block the author during the delivery don’t see the notification afterwards', async () => {
  const { author, savers, record } = await addFollowed(6)
  await record()
  await deliverBatch(world.db, world.now(), 2)
  const deliverOneByOne = async () => {
    while (await deliverBatch(world.db, world.now(), 1));
  }
  const block = ({ id }: { id: string }) => send(id, 'PUT', `/api/user/blocks/${author.username}`, { kind: 'block' })
  await Promise.all([deliverOneByOne(), deliverOneByOne(), ...savers.map(block)])
  for (const { id } of savers) expect(await listOf(id)).toEqual([])
})

it('a block hides notifications about the author’s prompts, whoever changed them', async () => {
  const { author, prompt, savers } = await addFollowed(1)
  const [saver] = savers as [(typeof savers)[number]]
  const about = { subjectId: prompt.id, promptId: prompt.id, actorId: null }
  await inTransaction(world.db, (tx) => recordEvent(tx, { kind: 'prompt-version', ...about, now: world.now() }))
  await deliverEvents(world.db, world.now)
  expect(await listOf(saver.id)).toHaveLength(1)
  await send(saver.id, 'PUT', `/api/user/blocks/${author.username}`, { kind: 'block' })
  expect(await listOf(saver.id)).toEqual([])
})

it('a receiver who deletes their account meanwhile doesn’t affect the other receivers', async () => {
  const [leaver, other] = [await somebody(), await somebody()]
  const record = () =>
    inTransaction(world.db, (tx) =>
      recordEvent(tx, {
        kind: 'decision',
        outcome: 'report-dismissed',
        subjectId: newId(),
        actorId: null,
        promptId: null,
        receiverIds: [leaver.id, other.id],
        now: world.now(),
      }),
    )
  let recorded: Promise<void> | undefined
  await inTransaction(world.db, async (tx) => {
    await eraseAccount(tx, hooks, leaver.id, { prompts: 'delete' })
    recorded = record()
    await expect.poll(() => world.countLockWaits()).toBeGreaterThan(0)
  })
  await recorded
  await deliverEvents(world.db, world.now)
  expect(await listOf(other.id)).toHaveLength(1)
})
