import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hooks } from '#server/hooks.ts'
import { noLimits } from '#server/platform/limits.ts'
import { duringDeletion } from '#test/deleted-category.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { importOwnPrompts } from './import-own-prompts.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

describe('a category that is deleted while a file is imported into it', () => {
  it('makes the whole import fail with an error for the member', async () => {
    const member = memberOf(await testSite.addUser('ada'))
    const prompts = [{ title: 'Imported', content: 'A text that is long enough.', category: 'soon-gone' }]
    const file = {
      format: 'json' as const,
      content: JSON.stringify(prompts),
      status: 'draft' as const,
      preview: false,
      draftIfFlagged: false,
    }
    const { onPublished } = hooks
    const context = { now: new Date(), limits: noLimits, moderation: 'post' as const, onPublished }
    const result = await duringDeletion(testSite, 'soon-gone', () =>
      importOwnPrompts(testSite.db, member, file, context),
    )
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed' } })
  })
})
