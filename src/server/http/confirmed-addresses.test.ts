import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

/** Reads from migration 0022 the statement that fills its new column, `email_verified_at`. */
function readBackfill(): string {
  const text = readFileSync('db/migrations/0022_confirmed_addresses.sql', 'utf8')
  return /^update users[^;]*;/m.exec(text)?.[0] ?? ''
}

it('migration 0022 dates each confirmed email address by the audit log, else by a connection, else by the current time', async () => {
  const [byEmail, byProvider, unknown, unconfirmed] = await Promise.all(
    ['ByEmail', 'ByProvider', 'Unknown', 'Unconfirmed'].map((name) => testSite.addUser(name)),
  )
  const created = new Date('2026-01-01T00:00:00Z')
  const confirmed = new Date('2026-02-01T00:00:00Z')
  await testSite.db.updateTable('users').set({ emailVerified: true, createdAt: created }).execute()
  await testSite.db
    .updateTable('users')
    .set({ emailVerified: false })
    .where('id', '=', unconfirmed as string)
    .execute()
  const byVisitor = { actorKind: 'visitor', actorId: null, actorName: null, details: '{}', network: null } as const
  await testSite.db
    .insertInto('auditLog')
    .values({
      ...byVisitor,
      id: newId(),
      at: confirmed,
      action: 'account.verify-email',
      targetKind: 'user',
      targetId: byEmail,
    })
    .execute()
  await testSite.db
    .insertInto('connections')
    .values({ userId: byProvider as string, provider: 'github', subject: '1', name: 'there', createdAt: created })
    .execute()
  const before = new Date()
  await sql.raw(readBackfill()).execute(testSite.db)
  const rows = await testSite.db.selectFrom('users').select(['id', 'emailVerifiedAt as at']).execute()
  const at = (id?: string) => rows.find((row) => row.id === id)?.at
  expect([at(byEmail), at(byProvider), at(unconfirmed)]).toEqual([confirmed, created, null])
  expect(at(unknown)?.getTime()).toBeGreaterThan(before.getTime() - 60_000)
})
