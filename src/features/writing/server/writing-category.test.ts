import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hooks } from '#server/hooks.ts'
import { noLimits } from '#server/platform/limits.ts'
import { duringDeletion } from '#test/deleted-category.ts'
import { createWorld, memberOf, type World } from '#test/world.ts'
import { createPrompt } from './create-prompt.ts'
import { editPrompt } from './edit-prompt.ts'

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
const input = { title: 'A prompt to be filed', content: 'A text that is long enough.' }

const unknownCategory = { status: 'rejected', reason: { code: 'validation_failed', details: { fields: {} } } }

describe('a category that is deleted at the same moment', () => {
  it('takes no new prompt, and the writer is told so', async () => {
    const member = memberOf(await world.addUser('ada'))
    const prompt = { ...input, category: 'gone-first' }
    const result = await duringDeletion(world, 'gone-first', () => createPrompt(world.db, member, prompt, writing()))
    expect(result).toMatchObject(unknownCategory)
  })

  it('takes no moved prompt either', async () => {
    const member = memberOf(await world.addUser('bob'))
    const { id } = await createPrompt(world.db, member, { ...input, category: 'general' }, writing())
    const result = await duringDeletion(world, 'gone-next', () =>
      editPrompt(world.db, member, id, { category: 'gone-next' }, writing()),
    )
    expect(result).toMatchObject(unknownCategory)
  })
})

describe('a prompt whose title is an id', () => {
  it('gets another address, because the id would be looked up instead', async () => {
    const member = memberOf(await world.addUser('cyd'))
    const title = '01900000-0000-7000-8000-0000000000aa'
    const prompt = await createPrompt(world.db, member, { ...input, title, category: 'general' }, writing())
    expect(prompt.slug).toMatch(new RegExp(`^${title}-.+`))
    const { status, body } = await world.request(`/api/prompts/${prompt.slug}`)
    expect([status, body.id]).toEqual([200, prompt.id])
  })
})
