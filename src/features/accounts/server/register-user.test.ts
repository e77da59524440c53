import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hooks } from '#server/hooks.ts'
import { openPool } from '#server/platform/db.ts'
import { goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Accounts } from './account-hooks.ts'
import { registerUser } from './register-user.ts'
import { createSessionKey } from './session-key.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const caller = { kind: 'visitor' as const, address: '192.0.2.1', browser: 'Testfox' }

/** The number of rows in each table; of users, only those with this username. */
async function countRowsOf(username: string) {
  const count = async (table: 'users' | 'passwords' | 'sessions' | 'accountTokens' | 'letters' | 'auditLog') => {
    const { rows } = await testSite.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .$if(table === 'users', (query) => query.where('username' as never, '=', username as never))
      .executeTakeFirstOrThrow()
    return rows
  }
  return {
    users: await count('users'),
    passwords: await count('passwords'),
    sessions: await count('sessions'),
    links: await count('accountTokens'),
    letters: await count('letters'),
    auditEntries: await count('auditLog'),
  }
}

/** A database whose connection is cut right before or after a statement is sent, as if the process were killed. */
function openDbThatDisconnects(statement: number, when: 'before' | 'after') {
  const { db, pool } = openPool(testSite.connection, () => undefined, { max: 1 })
  let sent = 0
  pool.on('connect', (client) => {
    const connected = client as unknown as {
      connection: { stream: { destroy(): void } }
      query: (...args: unknown[]) => unknown
    }
    const send = connected.query.bind(client)
    connected.query = (...args) => {
      const isLast = ++sent === statement
      if (isLast && when === 'before') connected.connection.stream.destroy()
      const answer = send(...args)
      if (isLast && when === 'after') setImmediate(() => connected.connection.stream.destroy())
      return answer
    }
  })
  return { db, statements: () => sent }
}

async function registerUntilDisconnect(username: string, statement: number, when: 'before' | 'after') {
  const { db, statements } = openDbThatDisconnects(statement, when)
  const accounts: Accounts = {
    ...testSite,
    db,
    hooks,
    sessionKey: createSessionKey(testSite.db),
    siteName: 'Promptarium',
    origin: () => 'http://localhost',
  }
  try {
    await registerUser(accounts, caller, { username, email: `${username}@example.test`, password: goodPassword })
    return { survived: true, statements: statements() }
  } catch (error) {
    expect(String(error)).toMatch(/terminated|not queryable/i)
    return { survived: false, statements: statements() }
  } finally {
    await db.destroy()
  }
}

describe('a registration whose connection is cut', () => {
  it.each(['before', 'after'] as const)('%s any of its statements leaves a complete account or none', async (when) => {
    let survived = false
    let disconnects = 0
    for (let statement = 1; !survived; statement++) {
      const username = `${when}-${statement}`
      const before = await countRowsOf(username)
      ;({ survived } = await registerUntilDisconnect(username, statement, when))
      await waitForDisconnects()
      const after = await countRowsOf(username)
      const added = Object.entries(after).map(([part, rows]) => rows - before[part as keyof typeof before])
      expect([countsOf(added, 0), countsOf(added, 1)]).toContainEqual(added)
      if (!survived) disconnects++
      else expect(added).toEqual(countsOf(added, 1))
    }
    // At least: begin, user, password, session, email, audit log entry, commit.
    expect(disconnects).toBeGreaterThanOrEqual(7)
  })
})

/** Counts of the same length as `added`, all equal to `value`. */
function countsOf(added: number[], value: number) {
  return added.map(() => value)
}

/** Waits until the server has noticed that connections are gone. */
async function waitForDisconnects() {
  const { sql } = await import('kysely')
  for (;;) {
    const { rows } = await sql<{ busy: number }>`
      select count(*) as busy from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(testSite.db)
    if (rows[0]?.busy === 0) return
  }
}
