import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashText } from '#features/catalogue/server/stored/stored-facts.ts'
import { inTransaction } from '#platform/database/db.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { findOwnCopies } from './own-copy-queries.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

it('of two prompts with the same title and text, the one that isn’t deleted is found, whichever is stored first', async () => {
  const { db } = testSite
  const userId = await testSite.addUser('ada')
  const ids = await testSite.addPrompts(2, { userId })
  const record = { title: 'Tea', contentHash: hashText('Describe a cup of tea.'), importKey: Buffer.from('none') }
  await db.updateTable('prompts').set({ title: record.title, contentHash: record.contentHash }).execute()
  for (const deletedId of ids) {
    await db.updateTable('prompts').set({ status: 'published', importKey: null }).execute()
    // The deleted one was imported, the other one written again.
    const { importKey } = record
    await db.updateTable('prompts').set({ status: 'deleted', importKey }).where('id', '=', deletedId).execute()
    const copyOf = await inTransaction(db, async (tx) => {
      // Without an index, the rows come in the order in which they were last stored.
      await sql`set local enable_indexscan = off`.execute(tx)
      return findOwnCopies(tx, userId, [record])
    })
    expect(copyOf(record)).toMatchObject({ id: ids.find((id) => id !== deletedId), status: 'published' })
  }
})
