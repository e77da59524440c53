import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import type { Member } from '#platform/actor.ts'
import { noLimits } from '#platform/limits.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { createPrompt } from './create-prompt.ts'
import { editPrompt } from './edit-prompt.ts'
import { publishDrafts } from './publish-drafts.ts'

let testSite: TestSite
let moderator: Member
beforeAll(async () => {
  testSite = await createTestSite()
  moderator = memberOf(await testSite.addUser('moderator'), 'moderator')
})
afterAll(() => testSite.close())

const context = () => ({
  now: new Date(),
  limits: noLimits,
  moderation: 'pre' as const,
  onPublished: hooks.onPublished,
})
const input = { title: 'A new prompt', content: 'A text that is long enough.', category: 'general' }
const create = (member: Member, more: object = {}) =>
  createPrompt(testSite.db, member, { ...input, ...more }, context())
const edit = (member: Member, id: string, json: object) => editPrompt(testSite.db, member, id, json, context())

/** Adds a member whose first two prompts a moderator has published. */
async function addApprovedMember(name: string) {
  const member = memberOf(await testSite.addUser(name))
  for (let n = 0; n < 2; n++) await edit(moderator, (await create(member)).id, { status: 'published' })
  return member
}

describe('with MODERATION=pre', () => {
  it('a newcomer’s draft becomes pending when `publishDrafts` publishes it', async () => {
    const member = memberOf(await testSite.addUser('drafter'))
    await create(member, { status: 'draft', content: 'A draft that nobody has read before.' })
    expect(await publishDrafts(testSite.db, member, undefined, context())).toMatchObject({ published: 0, pending: 1 })
  })

  it('new prompts of a member are pending until a moderator has published two', async () => {
    const member = memberOf(await testSite.addUser('ada'))
    const prompts = await Promise.all([create(member), create(member), create(member)])
    expect(prompts.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
    expect((await testSite.request(`/api/prompts/${prompts[0]?.id}`)).status).toBe(404)
    for (const { id } of prompts.slice(0, 2)) await edit(moderator, id, { status: 'published' })
    expect((await testSite.request(`/api/prompts/${prompts[0]?.id}`)).status).toBe(200)
    expect((await create(member)).status).toBe('published')
  })

  it('texts with a new external link are pending, even from an author with two approved prompts', async () => {
    const member = await addApprovedMember('bob')
    const link = 'A text with a link to https://shop.example.shop/buy for you.'
    expect((await create(member, { content: link })).status).toBe('pending')
    const plain = await create(member)
    expect((await edit(member, plain.id, { title: 'Another title' })).status).toBe('published')
    expect((await edit(member, plain.id, { content: link })).status).toBe('pending')
    expect((await edit(moderator, plain.id, { status: 'published' })).status).toBe('published')
    expect((await edit(member, plain.id, { content: `${link} Again.` })).status).toBe('published')
  })

  const isList = (field: z.ZodType) => field instanceof z.ZodArray && field.element instanceof z.ZodString
  const fields = Object.entries(WrittenPrompt.shape).filter(
    ([, field]) => field instanceof z.ZodString || isList(field),
  )
  it.each(fields)('a prompt with an external link in the field %s is pending', async (name, field) => {
    const member = await addApprovedMember(`in-${name}`)
    const write = (link: string) => create(member, { [name]: isList(field) ? [link] : link })
    expect((await write('https://shop.example.shop')).status).toBe('pending')
    expect((await write('https://example.com/')).status).toBe('published')
  })

  it('links to reserved example domains aren’t external, and prompts of moderators are never pending', async () => {
    const member = await addApprovedMember('cyd')
    expect((await create(member, { content: 'Write a mail to https://example.com/contact.' })).status).toBe('published')
    expect((await create(moderator, { content: 'See https://shop.example.shop for it.' })).status).toBe('published')
  })

  it('a moderator can’t publish a text that its author changed after the moderator read it', async () => {
    const member = memberOf(await testSite.addUser('eva'))
    const { id, version } = await create(member)
    await edit(member, id, { content: 'Another text than the one that was read.' })
    await expect(edit(moderator, id, { status: 'published', version })).rejects.toMatchObject({ code: 'conflict' })
    expect((await testSite.request(`/api/prompts/${id}`)).status).toBe(404)
  })

  it('a draft becomes pending only when its author publishes it', async () => {
    const member = memberOf(await testSite.addUser('dan'))
    const draft = await create(member, { status: 'draft' })
    expect(draft.status).toBe('draft')
    expect((await edit(member, draft.id, { content: 'A text that is still in the making.' })).status).toBe('draft')
    expect((await edit(member, draft.id, { status: 'published' })).status).toBe('pending')
    expect((await edit(member, draft.id, { status: 'draft' })).status).toBe('draft')
  })
})
