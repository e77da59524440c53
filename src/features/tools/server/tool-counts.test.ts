import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { findToolDrifts } from './tool-counts.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

describe('the stored counters of tools', () => {
  it('agree with a recount after tools were added', async () => {
    await testSite.addTool({ type: 'text', isFree: true })
    await testSite.addTool({ type: 'text', isFree: true })
    await testSite.addTool({ type: 'video', isFree: false })
    expect(await findToolDrifts(testSite.db)).toEqual([])
  })

  it('are reported if they were changed in the database directly', async () => {
    await sql`update tool_counts set tools = 7 where type = 'text'`.execute(testSite.db)
    await sql`delete from tool_counts where type = 'video'`.execute(testSite.db)
    // `what` says for each fact whether the tools have it (`free` or `paid`, `not fully free`), then names their type.
    expect(await findToolDrifts(testSite.db)).toEqual([
      { what: 'free not fully free text tools', stored: 7, counted: 2 },
      { what: 'paid not fully free video tools', stored: 0, counted: 1 },
    ])
  })
})
