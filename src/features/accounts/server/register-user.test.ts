import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { goodPassword } from '#test/sign-up.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import type { Accounts } from './account-hooks.ts'
import { registerUser } from './register-user.ts'
import { createSessionKey } from './sessions/session-key.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const caller = { kind: 'visitor' as const, address: '192.0.2.1', browser: 'Testfox' }

/**
 * Counts the rows of each table that a registration adds to. In `users`, counts only the user with this name. The table
 * `letters` contains emails.
 */
async function countRows(username: string) {
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
    emails: await count('letters'),
    auditEntries: await count('auditLog'),
  }
}

/**
 * Returns a database whose connection is cut right before or after it sends the statement with this number (from 1), as
 * if the process were killed.
 */
function openDbThatDisconnects(statement: number, when: 'before' | 'after') {
  const { db, pool } = openPool(testSite.connection, () => undefined, { max: 1 })
  let sentCount = 0
  pool.on('connect', (client) => {
    const openClient = client as unknown as {
      connection: { stream: { destroy(): void } }
      query: (...args: unknown[]) => unknown
    }
    const send = openClient.query.bind(client)
    openClient.query = (...args) => {
      const isLast = ++sentCount === statement
      if (isLast && when === 'before') openClient.connection.stream.destroy()
      const result = send(...args)
      if (isLast && when === 'after') setImmediate(() => openClient.connection.stream.destroy())
      return result
    }
  })
  return db
}

/**
 * Tries to register over a connection that is cut at the statement with this number. Returns whether it succeeded, which
 * it does if it has fewer statements.
 */
async function registerUntilDisconnect(username: string, statement: number, when: 'before' | 'after') {
  const db = openDbThatDisconnects(statement, when)
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
    return true
  } catch (error) {
    expect(String(error)).toMatch(/terminated|not queryable/i)
    return false
  } finally {
    await db.destroy()
  }
}

describe('a registration whose connection is cut', () => {
  it.each(['before', 'after'] as const)('%s one of its statements leaves a complete account or none', async (when) => {
    let isRegistered = false
    let disconnects = 0
    for (let statement = 1; !isRegistered; statement++) {
      const username = `${when}-${statement}`
      const before = await countRows(username)
      isRegistered = await registerUntilDisconnect(username, statement, when)
      await waitForDisconnects()
      const after = await countRows(username)
      const addedRows = Object.entries(after).map(([part, rows]) => rows - before[part as keyof typeof before])
      expect([equalCounts(addedRows, 0), equalCounts(addedRows, 1)]).toContainEqual(addedRows)
      if (!isRegistered) disconnects++
      else expect(addedRows).toEqual(equalCounts(addedRows, 1))
    }
    // The transaction has at least these steps: begin, user, password, session, email, audit log entry, commit.
    expect(disconnects).toBeGreaterThanOrEqual(7)
  })
})

/** Returns a list as long as `addedRows`, in which every count is `value`. */
function equalCounts(addedRows: number[], value: number) {
  return addedRows.map(() => value)
}

/** Waits until PostgreSQL has noticed that connections are gone. */
async function waitForDisconnects() {
  const { sql } = await import('kysely')
  for (;;) {
    const { rows } = await sql<{ busy: number }>`
      select count(*) as busy from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(testSite.db)
    if (rows[0]?.busy === 0) return
  }
}
