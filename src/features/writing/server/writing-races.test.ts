import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/stored/recount-queries.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { findCopyDrifts } from '#features/worksheet/server/copy-queries.ts'
import { countCopy } from '#features/worksheet/server/count-copy.ts'
import { noLimits } from '#platform/limits.ts'
import { hooks } from '#server/hooks.ts'
import { writeDuringDeletion } from '#test/deleted-category.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import { restorePrompt } from './restore-prompt.ts'

let testSite: TestSite
beforeAll(async () => {
  testSite = await createTestSite()
})
afterAll(() => testSite.close())

const context = () => ({
  now: new Date(),
  limits: noLimits,
  moderation: 'post' as const,
  onPublished: hooks.onPublished,
})
const input = { title: 'The same title', content: 'A text that is long enough.', category: 'general', tags: ['race'] }

describe('with concurrent writes', () => {
  it('50 prompts with the same title get 50 different slugs', async () => {
    const member = memberOf(await testSite.addUser('ada'))
    const prompts = await Promise.all(
      Array.from({ length: 50 }, () => createPrompt(testSite.db, member, input, context())),
    )
    expect(new Set(prompts.map(({ slug }) => slug)).size).toBe(50)
    // A drift is a stored count that differs from a recount.
    expect(await findDrifts(testSite.db)).toEqual([])
  })

  it('20 prompts renamed to the same title get 20 different slugs', async () => {
    const member = memberOf(await testSite.addUser('bob'))
    const prompts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        createPrompt(testSite.db, member, { ...input, title: `To be renamed ${n}` }, context()),
      ),
    )
    const renamed = await Promise.all(
      prompts.map(({ id }) => editPrompt(testSite.db, member, id, { title: 'Renamed to one' }, context())),
    )
    expect(new Set(renamed.map(({ slug }) => slug)).size).toBe(20)
    expect(renamed.filter(({ slug }) => slug === 'renamed-to-one')).toHaveLength(1)
  })

  it('one of ten edits of the same version is stored, and the others fail with the current prompt', async () => {
    const member = memberOf(await testSite.addUser('cyd'))
    const { id } = await createPrompt(testSite.db, member, { ...input, title: 'Ten tabs' }, context())
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        editPrompt(testSite.db, member, id, { content: `The text of tab number ${n}.`, version: 1 }, context()),
      ),
    )
    const successes = results.filter((result) => result.status === 'fulfilled')
    expect(successes).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({ code: 'conflict', details: { extra: { current: { version: 2 } } } })
    }
  })

  it('all counters stay correct while one prompt is deleted, restored, edited and copied', async () => {
    const member = memberOf(await testSite.addUser('dan'))
    const { id } = await createPrompt(testSite.db, member, { ...input, title: 'Busy prompt' }, context())
    const actions = Array.from({ length: 40 }, (_, n): Promise<unknown> => {
      if (n % 4 === 0) return deletePrompt(testSite.db, member, id, context())
      if (n % 4 === 1) return restorePrompt(testSite.db, member, id, context())
      if (n % 4 === 2)
        return editPrompt(testSite.db, member, id, { tags: [`race ${n}`], category: 'research' }, context())
      return countCopy(
        testSite.db,
        { kind: 'visitor', address: `198.51.100.${n}`, browser: '' },
        { id },
        new Date(),
      ).then(() => aggregateCopies(testSite.db, new Date()))
    })
    for (const result of await Promise.allSettled(actions)) {
      // An edit or copy fails if the prompt is deleted at that moment. Nothing else may fail.
      if (result.status === 'rejected') expect(['conflict', 'not_found']).toContain(result.reason.code)
    }
    await restorePrompt(testSite.db, member, id, context())
    while ((await aggregateCopies(testSite.db, new Date())) > 0);
    expect([...(await findDrifts(testSite.db)), ...(await findCopyDrifts(testSite.db))]).toEqual([])
  })
})

const unknownCategory = { status: 'rejected', reason: { code: 'validation_failed', details: { fields: {} } } }

describe('a category that is deleted concurrently', () => {
  it('can’t get a new prompt, and the author gets an error', async () => {
    const member = memberOf(await testSite.addUser('eve'))
    const prompt = { ...input, category: 'gone-first' }
    const result = await writeDuringDeletion(testSite, 'gone-first', () =>
      createPrompt(testSite.db, member, prompt, context()),
    )
    expect(result).toMatchObject(unknownCategory)
  })

  it('can’t get a prompt from another category either', async () => {
    const member = memberOf(await testSite.addUser('fay'))
    const { id } = await createPrompt(testSite.db, member, { ...input, category: 'general' }, context())
    const result = await writeDuringDeletion(testSite, 'gone-next', () =>
      editPrompt(testSite.db, member, id, { category: 'gone-next' }, context()),
    )
    expect(result).toMatchObject(unknownCategory)
  })
})

describe('a prompt whose title is an id', () => {
  it('gets a slug that isn’t an id, because an id in an address is looked up as an id', async () => {
    const member = memberOf(await testSite.addUser('gus'))
    const title = '01900000-0000-7000-8000-0000000000aa'
    const prompt = await createPrompt(testSite.db, member, { ...input, title, category: 'general' }, context())
    expect(prompt.slug).toMatch(new RegExp(`^${title}-.+`))
    const { status, body } = await testSite.request(`/api/prompts/${prompt.slug}`)
    expect([status, body.id]).toEqual([200, prompt.id])
  })
})
