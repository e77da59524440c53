import { expect, it } from 'vitest'
import { countStatements } from '#test/count-statements.ts'
import { createTestSite } from '#test/test-site.ts'
import { readToken, type StoredToken } from '../secret-token.ts'
import { createSessionFinder, type FindSession } from './find-session.ts'
import { createSessionKey } from './session-key.ts'

it('finds the right session for each of many concurrent requests, and none for tokens that aren’t valid', async () => {
  const { testSite, find, addSession } = await createSite()
  try {
    const names = Array.from({ length: 40 }, (_, n) => `member-${n}`)
    const tokens = await Promise.all(names.map(addSession))
    const [banned, expired] = [tokens[3] as StoredToken, tokens[7] as StoredToken]
    await testSite.db.updateTable('users').set({ banned: true }).where('id', '=', banned.userId).execute()
    await testSite.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('userId', '=', expired.userId)
      .execute()
    // One member's token with another member's id, looked up in the same batch as the tokens of both.
    const forged = { userId: (tokens[21] as StoredToken).userId, hash: (tokens[20] as StoredToken).hash }
    const found = await Promise.all([...tokens, forged].map((token) => find(token, new Date())))
    expect(found.map((session) => session?.username ?? null)).toEqual([
      ...names.map((name) => (name === 'member-3' || name === 'member-7' ? null : name)),
      null,
    ])
  } finally {
    await testSite.close()
  }
})

it('shares a statement among concurrent requests, even for the same session, but not with later requests', async () => {
  const { testSite, find, addSession, statements } = await createSite()
  try {
    const token = await addSession('Ada')
    statements.count = 0
    const found = await Promise.all(Array.from({ length: 50 }, () => find(token, new Date())))
    expect(found.every((session) => session?.username === 'Ada')).toBe(true)
    // The first three are sent immediately, and all others share the next statement.
    expect(statements.count).toBe(4)
    const running = find(token, new Date())
    await testSite.db.deleteFrom('sessions').execute()
    expect(await find(token, new Date())).toBeNull()
    await running
  } finally {
    await testSite.close()
  }
})

it('rejects if the database can’t be read, instead of finding no session', async () => {
  const { testSite, find, addSession } = await createSite()
  const token = await addSession('Ada')
  await testSite.close()
  const found = await Promise.allSettled(Array.from({ length: 3 }, () => find(token, new Date())))
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

type Site = {
  testSite: Awaited<ReturnType<typeof createTestSite>>
  find: FindSession
  /** Adds a member with this name and a session. Returns the session's token as the database stores it. */
  addSession: (name: string) => Promise<StoredToken>
  statements: { count: number }
}

async function createSite(): Promise<Site> {
  const testSite = await createTestSite()
  const { db, statements } = countStatements(testSite.db)
  const key = await createSessionKey(testSite.db)()
  const addSession = async (name: string) =>
    readToken(await testSite.startSession(await testSite.addUser(name)), key) as StoredToken
  return { testSite, find: createSessionFinder(db), addSession, statements }
}
