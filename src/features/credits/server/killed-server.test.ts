import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '#test/cli.ts'
import { createCreditSetup } from '#test/credit-setup.ts'
import { createKilledApp } from '#test/killed-app.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { readCredits } from './credit-queries.ts'
import { spendCredits } from './spend-credits.ts'
import { findCreditViolations } from './violation-queries.ts'

let testSite: TestSite
let now = new Date()
let userCount = 0
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

/**
 * Spends 5 credits with an Idempotency-Key on a server that dies after the commit. Returns true if a response arrived
 * anyway.
 */
async function spendOnDyingServer(headers: Record<string, string>): Promise<boolean> {
  const options = JSON.stringify({ connection: urlOf(testSite.connection), when: 'response', at: 0 })
  const server = spawn(process.execPath, ['test/dying-server.ts', options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    const [port] = await once(server.stdout, 'data')
    const response = await fetch(`http://127.0.0.1:${Number(port)}/api/user/credits/decrease`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"amount":5}',
    }).catch(() => null)
    if (response) expect(response.status).toBe(200)
    return response !== null
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

/** Retries with the same key after the dead server's lease has ended, as a client that got no response would. */
async function spendAgain(userId: string, key: string) {
  now = new Date(Date.now() + 31_000)
  try {
    return await testSite.request('/api/user/credits/decrease', {
      as: userId,
      method: 'POST',
      json: { amount: 5 },
      headers: { 'idempotency-key': key },
    })
  } finally {
    now = new Date()
  }
}

async function countSpends(userId: string): Promise<number> {
  const { rows } = await sql`
    select from credit_ledger where user_id = ${userId} and kind = 'spend'`.execute(testSite.db)
  return rows.length
}

async function addSpender() {
  const userId = await testSite.addUser(`user${++userCount}`)
  const key = `key-${userCount}`
  const headers = { ...(await testSite.headersOf(userId)), 'idempotency-key': key }
  return { userId, key, headers }
}

describe('a server that is killed', () => {
  it('between commit and response has stored the response: a retry gets it immediately, and only one spend is made', async () => {
    const { userId, key, headers } = await addSpender()
    expect(await spendOnDyingServer(headers)).toBe(false)
    expect(await countSpends(userId)).toBe(1)
    const retry = { as: userId, method: 'POST', json: { amount: 5 }, headers: { 'idempotency-key': key } }
    expect(await testSite.request('/api/user/credits/decrease', retry)).toMatchObject({
      status: 200,
      body: { credits: 25 },
    })
    expect(await countSpends(userId)).toBe(1)
  })

  // test/faults/spending.test.ts tests statements that run, but whose results are lost with the connection.
  it('before any one of its statements: after a retry there is exactly one spend', async () => {
    let deaths = 0
    for (let statementNumber = 1; ; statementNumber++) {
      const { userId, key, headers } = await addSpender()
      const server = createKilledApp({ connection: testSite.connection, when: 'before', at: statementNumber })
      if (await server.request('/api/user/credits/decrease', headers, { amount: 5 })) break
      deaths++
      expect(await spendAgain(userId, key)).toMatchObject({ status: 200, body: { credits: 25 } })
      expect([statementNumber, await countSpends(userId)]).toEqual([statementNumber, 1])
    }
    // Among the statements are session, claim, begin, account, grant, spend, response and commit.
    expect(deaths).toBeGreaterThan(8)
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })
})

describe('connections that are cut under load', () => {
  it('lose no spend that was acknowledged, and add none that wasn’t requested', async () => {
    const creditSetup = createCreditSetup(testSite.db)
    const userIds = await Promise.all(Array.from({ length: 8 }, () => testSite.addUser(`cut${++userCount}`)))
    await Promise.all(userIds.map((userId) => readCredits(testSite.db, creditSetup.context, { userId })))
    const acknowledged: string[] = []
    let failedCount = 0
    let isOver = false
    const allSpends = userIds.map(async (userId) => {
      for (let index = 0; index < 30; index++) {
        const reason = `Spend ${index}`
        await creditSetup.run(spendCredits, { userId, amount: 1, reason }).then(
          () => acknowledged.push(`${userId} ${reason}`),
          () => failedCount++,
        )
      }
    })
    const cutLoop = (async () => {
      while (!isOver) {
        await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name = 'promptarium'
          order by random() limit 2`
          .execute(testSite.db)
          .catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    await Promise.all(allSpends)
    isOver = true
    await cutLoop
    const { rows } = await sql<{ spend: string }>`
      select user_id || ' ' || reason as spend from credit_ledger
      where kind = 'spend' and user_id = any(${userIds})`.execute(testSite.db)
    const spends = rows.map(({ spend }) => spend)
    expect(failedCount).toBeGreaterThan(0)
    expect(spends).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(spends).size).toBe(spends.length)
    expect(await findCreditViolations(testSite.db)).toEqual([])
  })
})
