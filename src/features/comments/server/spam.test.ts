import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { trust } from '../trust-rules.ts'

// The limits use the process's clock, so the test sets it.
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ limits: true })
})
afterAll(async () => {
  vi.useRealTimers()
  await testSite.close()
})
afterEach(() => testSite.db.deleteFrom('comments').execute())

// The results in docs/decisions/089 are for SPAM_ACCOUNTS=50. Fewer accounts are enough here, because each account and
// each network has its own limit.
const accountCount = Number(process.env.SPAM_ACCOUNTS ?? 10)
const attackMinutes = 60

/**
 * Lets new accounts from `networks` networks each try to post five comments without links within an hour. With
 * `approvesFirst`, the first two comments of each account are approved. With `isConfirmed`, their addresses are confirmed. Returns how many comments are public and how
 * many wait.
 */
async function attack(
  name: string,
  {
    networks,
    addressPrefix,
    approvesFirst,
    isConfirmed = false,
    text = `Buy pills ${name}`,
  }: { networks: number; addressPrefix: string; approvesFirst?: true; isConfirmed?: boolean; text?: string },
) {
  const { id } = await testSite.addTool()
  const path = `/api/tools/${id}/comments`
  const userIds: string[] = []
  for (let index = 0; index < accountCount; index++)
    userIds.push(await testSite.addUser(`${name.replace(' ', '-')}${index}`))
  if (isConfirmed)
    await testSite.db.updateTable('users').set({ emailVerified: true }).where('id', 'in', userIds).execute()
  const post = (memberIndex: number, content: string) =>
    testSite.request(path, {
      method: 'POST',
      as: userIds[memberIndex],
      from: `${addressPrefix}.${memberIndex % networks}`,
      json: { content },
    })
  for (let minute = 0; minute < attackMinutes; minute += 12) {
    await Promise.all(userIds.map((_, memberIndex) => post(memberIndex, `${text} ${memberIndex} ${minute}`)))
    vi.setSystemTime(Date.now() + 12 * 60_000)
    if (approvesFirst && minute === 12)
      await sql`update comments set state = 'shown', shown_at = created_at where state = 'waiting'`.execute(testSite.db)
  }
  const states = await testSite.db.selectFrom('comments').select('state').where('content', 'like', `${text}%`).execute()
  return {
    shown: states.filter(({ state }) => state === 'shown').length,
    waiting: states.filter(({ state }) => state === 'waiting').length,
  }
}

it('new accounts, each in its own network, have no public comment after an hour', async () => {
  // On its first day, an account may post only three comments.
  expect(await attack('fresh', { networks: accountCount, addressPrefix: '198.51.100' })).toEqual({
    shown: 0,
    waiting: 3 * accountCount,
  })
})

it('new accounts from one network add only 15 comments to the queue', async () => {
  expect(await attack('near', { networks: 1, addressPrefix: '203.0.113' })).toEqual({
    shown: 0,
    waiting: 15,
  })
})

it('new accounts whose first two comments were approved can publish one more each', async () => {
  const options = { networks: accountCount, addressPrefix: '192.0.2', approvesFirst: true } as const
  // Approved comments count toward what all new accounts may show in an hour.
  const third = Math.min(accountCount, Math.max(0, trust.atOncePerHour - 2 * accountCount))
  expect(await attack('let in', options)).toEqual({
    shown: 2 * accountCount + third,
    waiting: accountCount - third,
  })
})

it('new accounts with confirmed addresses publish 30 comments an hour all together, and the others wait', async () => {
  const options = { networks: accountCount, addressPrefix: '192.0.2', isConfirmed: true }
  const first = await attack('confirmed', options)
  expect(first.shown).toBeGreaterThanOrEqual(Math.min(3 * accountCount, trust.atOncePerHour))
  // Comments that are posted at the same time may exceed the number a little.
  expect(first.shown).toBeLessThanOrEqual(trust.atOncePerHour + 10)
  vi.setSystemTime(Date.now() - 55 * 60_000)
  const second = await attack('late', { ...options, addressPrefix: '198.18.0' })
  expect(first.shown + second.shown).toBeLessThanOrEqual(trust.atOncePerHour + 10)
})

it('new accounts with confirmed addresses publish nothing that says where to be reached', async () => {
  const options = { networks: accountCount, addressPrefix: '203.0.114', isConfirmed: true }
  expect(await attack('reachable', { ...options, text: 'Write to pills@shop.example, number' })).toMatchObject({
    shown: 0,
  })
})
