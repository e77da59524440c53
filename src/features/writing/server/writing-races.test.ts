import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrifts } from '#features/catalogue/server/recount-queries.ts'
import { aggregateCopies } from '#features/worksheet/server/aggregate-copies.ts'
import { findCopyDrifts } from '#features/worksheet/server/copy-queries.ts'
import { countCopy } from '#features/worksheet/server/count-copy.ts'
import { hooks } from '#server/hooks.ts'
import { noLimits } from '#server/platform/limits.ts'
import { duringDeletion } from '#test/deleted-category.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { createPrompt } from './create-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import { restorePrompt } from './restore-prompt.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const writing = () => ({
  now: new Date(),
  limits: noLimits,
  moderation: 'post' as const,
  onPublished: hooks.onPublished,
})
const input = { title: 'The same title', content: 'A text that is long enough.', category: 'general', tags: ['race'] }

describe('writing concurrently', () => {
  it('50 prompts with one title get 50 slugs', async () => {
    const member = memberOf(await world.addUser('ada'))
    const prompts = await Promise.all(
      Array.from({ length: 50 }, () => createPrompt(world.db, member, input, writing())),
    )
    expect(new Set(prompts.map(({ slug }) => slug)).size).toBe(50)
    expect(await findDrifts(world.db)).toEqual([])
  })

  it('20 prompts renamed to one title get 20 slugs', async () => {
    const member = memberOf(await world.addUser('bob'))
    const prompts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        createPrompt(world.db, member, { ...input, title: `To be renamed ${n}` }, writing()),
      ),
    )
    const renamed = await Promise.all(
      prompts.map(({ id }) => editPrompt(world.db, member, id, { title: 'Renamed to one' }, writing())),
    )
    expect(new Set(renamed.map(({ slug }) => slug)).size).toBe(20)
    expect(renamed.filter(({ slug }) => slug === 'renamed-to-one')).toHaveLength(1)
  })

  it('of ten edits of one version one is stored, and the others return the current prompt', async () => {
    const member = memberOf(await world.addUser('cyd'))
    const { id } = await createPrompt(world.db, member, { ...input, title: 'Ten tabs' }, writing())
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        editPrompt(world.db, member, id, { content: `The text of tab number ${n}.`, version: 1 }, writing()),
      ),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({ code: 'conflict', details: { extra: { current: { version: 2 } } } })
    }
  })

  it('all counters stay correct while one prompt is deleted, restored, edited and copied', async () => {
    const member = memberOf(await world.addUser('dan'))
    const { id } = await createPrompt(world.db, member, { ...input, title: 'Busy prompt' }, writing())
    const acts = Array.from({ length: 40 }, (_, n): Promise<unknown> => {
      if (n % 4 === 0) return deletePrompt(world.db, member, id, writing())
      if (n % 4 === 1) return restorePrompt(world.db, member, id, writing())
      if (n % 4 === 2) return editPrompt(world.db, member, id, { tags: [`race ${n}`], category: 'research' }, writing())
      return countCopy(world.db, { kind: 'visitor', address: `198.51.100.${n}`, browser: '' }, { id }, new Date()).then(
        () => aggregateCopies(world.db, new Date()),
      )
    })
    for (const result of await Promise.allSettled(acts)) {
      // An edit or copy fails while the prompt is deleted; nothing else may fail.
      if (result.status === 'rejected') expect(['conflict', 'not_found']).toContain(result.reason.code)
    }
    await restorePrompt(world.db, member, id, writing())
    while ((await aggregateCopies(world.db, new Date())) > 0);
    expect([...(await findDrifts(world.db)), ...(await findCopyDrifts(world.db))]).toEqual([])
  })
})

const unknownCategory = { status: 'rejected', reason: { code: 'validation_failed', details: { fields: {} } } }

describe('a category that is deleted concurrently', () => {
  it('can’t get a new prompt, and the author gets an error', async () => {
    const member = memberOf(await world.addUser('eve'))
    const prompt = { ...input, category: 'gone-first' }
    const result = await duringDeletion(world, 'gone-first', () => createPrompt(world.db, member, prompt, writing()))
    expect(result).toMatchObject(unknownCategory)
  })

  it('can’t get a moved prompt either', async () => {
    const member = memberOf(await world.addUser('fay'))
    const { id } = await createPrompt(world.db, member, { ...input, category: 'general' }, writing())
    const result = await duringDeletion(world, 'gone-next', () =>
      editPrompt(world.db, member, id, { category: 'gone-next' }, writing()),
    )
    expect(result).toMatchObject(unknownCategory)
  })
})

describe('a prompt whose title is an id', () => {
  it('gets a different slug, since an id in the address would be looked up as an id', async () => {
    const member = memberOf(await world.addUser('gus'))
    const title = '01900000-0000-7000-8000-0000000000aa'
    const prompt = await createPrompt(world.db, member, { ...input, title, category: 'general' }, writing())
    expect(prompt.slug).toMatch(new RegExp(`^${title}-.+`))
    const { status, body } = await world.request(`/api/prompts/${prompt.slug}`)
    expect([status, body.id]).toEqual([200, prompt.id])
  })
})
