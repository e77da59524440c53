import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteAccountId } from '#platform/actor.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { findDrifts } from './recount-queries.ts'

const groupId = newId()
let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
  const group = { id: groupId, slug: 'legal', name: 'Legal', createdAt: new Date() }
  await testSite.db.insertInto('groups').values(group).execute()
})
afterAll(() => testSite.close())

describe('stored counts', () => {
  it('agree with a recount after normal writes', async () => {
    await testSite.addPrompt({ tags: ['tea', 'cups'], featured: true })
    await testSite.addPrompt({ tags: ['tea'], category: 'creative' })
    await testSite.addPrompt({ status: 'draft' })
    await testSite.addPrompt({ status: 'shared', groupId, groupIds: [groupId] })
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('are reported when they differ from a recount', async () => {
    await sql`update prompt_counts set prompts = 7 where scope = 'tag' and key = 'tea'`.execute(testSite.db)
    await sql`delete from prompt_counts where scope = 'tag' and key = 'cups'`.execute(testSite.db)
    await sql`update author_totals set votes = 3`.execute(testSite.db)
    await sql`update group_prompts set copies = 9`.execute(testSite.db)
    // The prompts that `addPrompt` adds belong to the site account.
    expect(await findDrifts(testSite.db)).toEqual([
      { what: 'prompts of tag cups', stored: 0, counted: 1 },
      { what: 'prompts of tag tea', stored: 7, counted: 2 },
      { what: `wrong places in the list of group ${groupId}`, stored: 1, counted: 1 },
      { what: `votes of author ${siteAccountId}`, stored: 3, counted: 0 },
    ])
  })
})
