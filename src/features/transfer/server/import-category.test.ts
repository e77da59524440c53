import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hooks } from '#server/hooks.ts'
import { writeDuringDeletion } from '#test/deleted-category.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { transferLimits } from '../rules.ts'
import { importOwnPrompts } from './import-own-prompts.ts'
import { importedPromptsPerMember } from './transfer-limits.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite({ limits: true })
})
afterAll(() => testSite.close())

describe('a category that is deleted while a file is imported into it', () => {
  it('makes the whole import fail with an error for the member; the import doesn’t count toward the daily limit', async () => {
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
    const { limits } = testSite
    const context = { now: new Date(), limits, moderation: 'post' as const, onPublished }
    const result = await writeDuringDeletion(testSite, 'soon-gone', () =>
      importOwnPrompts(testSite.db, member, file, context),
    )
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed' } })
    // This would throw if the failed import had been counted.
    await limits.take(importedPromptsPerMember, member.id, transferLimits.dayMax)
  })
})
