import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findCreditViolations } from '#features/credits/server/violation-queries.ts'
import { type AiVendors, startAiVendors } from '../fakes/ai-vendors.ts'
import { createTestSite, type TestSite } from '../test-site.ts'
import { failEverywhere } from './fail-everywhere.ts'
import { installFaults } from './faults.ts'

/** The number of members whose prompts are written at the same time. Some of their runs share transactions. */
const memberCount = 5
const price = 3
let vendors: AiVendors
let testSite: TestSite
let uninstallFaults: () => void
let now = new Date('2026-11-20T12:00:00.000Z')
let userCount = 0
beforeAll(async () => {
  uninstallFaults = installFaults()
  vendors = await startAiVendors()
  const openai = { key: 'sk-site-12345678', baseUrl: vendors.baseUrl('openai'), models: `writer=${price}` }
  testSite = await createTestSite({ now: () => now, site: { models: { vendors: { openai }, dailyBudget: 1000 } } })
})
afterAll(async () => {
  await vendors.close()
  await testSite.close()
  uninstallFaults()
})

async function addMember(): Promise<string> {
  const userId = await testSite.addUser(`together${++userCount}`)
  await testSite.request('/api/user/credits', { as: userId })
  return userId
}

/** Lets a member generate a prompt. Returns whether that succeeded. */
async function write(as: string): Promise<boolean> {
  const json = { idea: 'Write a letter to my landlord', model: 'writer' }
  const { status, events } = await testSite.stream('/api/prompt-generator', { as, json, key: 'together' })
  return status === 200 && (await events()).at(-1)?.event === 'done'
}

async function accountOf(userId: string) {
  const { rows } = await sql<{ reserved: number; spends: number[] }>`
    select reserved, array(
      select amount from credit_ledger l where l.user_id = a.user_id and kind = 'spend'
    ) as spends from credit_accounts a where user_id = ${userId}`.execute(testSite.db)
  return rows[0]
}

it('with any single failure, each of several runs is charged only if it succeeds, and once after a retry', async () => {
  const failedCalls = await failEverywhere({
    checkInvariants: async () => expect(await findCreditViolations(testSite.db)).toEqual([]),
    createSituation: () => Promise.all(Array.from({ length: memberCount }, addMember)),
    act: async (members) => ({ status: 200, body: { written: await Promise.all(members.map(write)) } }),
    checkState: async (members, { body }) => {
      const expected = (body.written as boolean[]).map((isWritten) => ({
        reserved: 0,
        spends: isWritten ? [-price] : [],
      }))
      expect(await Promise.all(members.map(accountOf))).toEqual(expected)
    },
    retry: async (members) => {
      // After two minutes, any lease that a failed run still held has ended.
      now = new Date(now.getTime() + 121_000)
      expect(await Promise.all(members.map(write))).toEqual(members.map(() => true))
      expect(await Promise.all(members.map(accountOf))).toEqual(members.map(() => ({ reserved: 0, spends: [-price] })))
    },
  })
  expect(failedCalls).toBeGreaterThan(30)
})
