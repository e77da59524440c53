import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { deleteOldData } from '#test/delete-old-data.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { resetLinkMs, sessionIdleMs } from '../rules.ts'
import { accountRetention } from './account-retention.ts'
import { createLink } from './one-time-links.ts'

let testSite: TestSite
const start = new Date('2026-11-20T09:00:00Z')
let now = start
beforeAll(async () => {
  testSite = await createTestSite({ now: () => now })
})
afterAll(() => testSite.close())

const countRows = async () => ({
  sessions: (await testSite.db.selectFrom('sessions').select('id').execute()).length,
  links: (await testSite.db.selectFrom('accountTokens').select('purpose').execute()).length,
})

describe('housekeeping', () => {
  it('deletes expired sessions and links, and no others', async () => {
    const userId = await testSite.addUser('Tidy')
    const link = { purpose: 'reset-password' as const, email: 'tidy@example.test', lifetimeMs: resetLinkMs }
    const addSessionAndLink = async () => {
      await testSite.startSession(userId)
      await inTransaction(testSite.db, (tx) => createLink(tx, userId, link, now))
    }
    await addSessionAndLink()
    now = new Date(start.getTime() + 2)
    await addSessionAndLink()
    now = new Date(start.getTime() + resetLinkMs + 1)
    await deleteOldData(testSite.db, accountRetention, now)
    expect(await countRows()).toEqual({ sessions: 2, links: 1 })
    now = new Date(start.getTime() + sessionIdleMs + 1)
    await deleteOldData(testSite.db, accountRetention, now)
    expect(await countRows()).toEqual({ sessions: 1, links: 0 })
  })
})
