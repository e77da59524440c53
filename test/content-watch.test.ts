import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteTool } from '#features/tools/server/delete-tool.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hiddenTables, shownTables } from './content-watch.ts'
import { createTestSite, type TestSite } from './test-site.ts'

let testSite: TestSite
let prompt: { id: string }
let draft: { id: string }
let tool: { id: string }
beforeAll(async () => {
  testSite = await createTestSite()
  prompt = await testSite.addPrompt()
  draft = await testSite.addPrompt({ status: 'draft' })
  tool = await testSite.addTool()
})
afterAll(() => testSite.close())

/** Changes a prompt with a statement that looks as if a file of the product had sent it. */
function change(id: string, column: string, { isRecorded = false, writer = '/* writer: src/features/x.ts */' } = {}) {
  return inTransaction(testSite.db, async (tx) => {
    await sql`update prompts set ${sql.ref(column)} = ${sql.ref(column)} || 'x' where id = ${id} ${sql.raw(writer)}`.execute(
      tx,
    )
    if (isRecorded) await recordContentChange(tx, [id])
  })
}

describe('the watch for changes that cached pages show', () => {
  it('refuses a change that isn’t recorded, and names the file', async () => {
    await expect(change(prompt.id, 'title')).rejects.toThrow(
      'src/features/x.ts changes prompts, which cached pages show, without recordContentChange.',
    )
  })

  it('accepts changes that are recorded, that no page shows, or that a test makes itself', async () => {
    await change(prompt.id, 'title', { isRecorded: true })
    await change(prompt.id, 'search_head')
    await change(draft.id, 'title')
    await change(prompt.id, 'title', { writer: '' })
  })

  it('knows which file of the product sends a statement', async () => {
    await inTransaction(testSite.db, async (tx) => {
      await deleteTool(tx, tool.id)
      const { rows } = await sql`select current_setting('test.writer') as writer`.execute(tx)
      expect(rows).toEqual([{ writer: 'src/features/tools/server/delete-tool.ts changes tools' }])
    })
  })

  it('knows every table', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and not relispartition order by 1`.execute(testSite.db)
    const known = [...Object.keys(shownTables), ...Object.values(hiddenTables).flat()]
    const unknown = rows.filter(({ name }) => !known.includes(name))
    const problems = unknown.map(
      ({ name }) =>
        `Do cached pages show data from the table ${name}? In test/content-watch.ts, add it to shownTables or, under the reason why not, to hiddenTables.`,
    )
    expect(problems).toEqual([])
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name))
  })
})
