import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

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
 * `approvesFirst`, the first two comments of each account are approved. Returns how many comments are public and how
 * many wait.
 */
async function attack(
  name: string,
  { networks, addressPrefix, approvesFirst }: { networks: number; addressPrefix: string; approvesFirst?: true },
) {
  const text = `Buy pills ${name}`
  const { id } = await testSite.addTool()
  const path = `/api/tools/${id}/comments`
  const userIds: string[] = []
  for (let index = 0; index < accountCount; index++)
    userIds.push(await testSite.addUser(`${name.replace(' ', '-')}${index}`))
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
  expect(await attack('let in', options)).toEqual({
    shown: 3 * accountCount,
    waiting: 0,
  })
})
