import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { listAuditEntries, recordAuditEntry } from './audit.ts'
import { inTransaction } from './database/db.ts'
import { newId } from './ids.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

describe('the audit log', () => {
  it('stores who did what to what, with the actor’s id and network instead of their name and address', async () => {
    // The member of `memberOf` has the username “somebody” and the address 192.0.2.10.
    const id = newId()
    const target = { kind: 'prompt' as const, id: newId() }
    await inTransaction(testSite.db, (tx) =>
      recordAuditEntry(tx, memberOf(id, 'admin'), {
        action: 'prompt.remove',
        target,
        details: { reason: 'spam', reports: 3 },
      }),
    )
    const { items } = await listAuditEntries(testSite.db, { actorId: id }, { limit: 10 })
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        actor: { kind: 'user', id, name: null },
        action: 'prompt.remove',
        target,
        details: { reason: 'spam', reports: 3 },
        network: '192.0.2.0/24',
      },
    ])
    expect(JSON.stringify(await testSite.db.selectFrom('auditLog').selectAll().execute())).not.toMatch(
      /somebody|192\.0\.2\.10/,
    )
  })

  it('doesn’t store an action whose transaction was rolled back', async () => {
    const system = { kind: 'system', name: 'test' } as const
    const failing = inTransaction(testSite.db, async (tx) => {
      await recordAuditEntry(tx, system, { action: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await listAuditEntries(testSite.db, { action: 'never' }, { limit: 10 })).items).toEqual([])
  })

  it('is read in pages, newest first; a cursor is valid only for the filter it was made with', async () => {
    const target = { kind: 'user' as const, id: newId() }
    for (let n = 0; n < 5; n++) {
      const system = { kind: 'system', name: 'job' } as const
      await inTransaction(testSite.db, (tx) =>
        recordAuditEntry(tx, system, { action: 'credits.give', target, details: { n } }),
      )
    }
    const first = await listAuditEntries(testSite.db, { target }, { limit: 3 })
    const second = await listAuditEntries(testSite.db, { target }, { limit: 3, cursor: first.nextCursor ?? undefined })
    expect([...first.items, ...second.items].map(({ details }) => details.n)).toEqual([4, 3, 2, 1, 0])
    expect(second.nextCursor).toBeNull()
    expect(first.items[0]).toMatchObject({ actor: { kind: 'system', id: null, name: 'job' }, network: null })
    const other = listAuditEntries(
      testSite.db,
      { action: 'credits.give' },
      { limit: 3, cursor: first.nextCursor ?? '' },
    )
    await expect(other).rejects.toMatchObject({ code: 'validation_failed' })
  })
})
