import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let admin: string
let moderator: string
let counter = 0
beforeAll(async () => {
  testSite = await createTestSite({ site: { moderation: 'pre' } })
  admin = await testSite.addUser('Root', 'admin')
  moderator = await testSite.addUser('Keeper', 'moderator')
})
afterAll(() => testSite.close())

const addMember = () => testSite.addUser(`Maker${++counter}`)
const addExample = async (as: string, promptId?: string) => {
  const id = promptId ?? (await testSite.addPrompt()).id
  const json = { model: 'Some model', madeOn: '2026-01-02', text: `Dear customer, number ${++counter} is on its way.` }
  return (await testSite.request(`/api/prompts/${id}/examples`, { as, method: 'POST', json })).body
}
const decide = (id: string, json: object, as = moderator) =>
  testSite.request(`/api/admin/examples/${id}`, { as, method: 'POST', json })
const report = (as: string, exampleId: string) =>
  testSite.request('/api/reports', { as, method: 'POST', json: { exampleId, reason: 'abuse', details: 'Rude.' } })
const readQueue = async (state = 'open') =>
  (await testSite.request(`/api/admin/examples?state=${state}&limit=100`, { as: moderator })).body.items
const isListed = async (id: string, state?: string) =>
  (await readQueue(state)).some((one: { id: string }) => one.id === id)
const isPublic = async ({ promptId, id }: { promptId: string; id: string }) =>
  (await testSite.request(`/api/prompts/${promptId}/examples`)).body.items.some((one: { id: string }) => one.id === id)
const emailsTo = async (name: string) => {
  await testSite.runJobs()
  return testSite.outbox().filter(({ to }) => to === `${name}@example.test`)
}

/** Returns the texts of emails about a member's example, by what their subjects say happened. */
const textsTo = async (name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await emailsTo(name)).map(({ subject, text }) => [/^Your example (?:is|was) (\w+)/.exec(subject)?.[1], text]),
  )

describe('an example', () => {
  it('that is pending is approved once, with an email; the member’s next one is published immediately', async () => {
    const as = await addMember()
    const name = `Maker${counter}`
    const example = await addExample(as)
    expect([example.status, await isListed(example.id), await isPublic(example)]).toEqual(['pending', true, false])
    for (const _ of [1, 2]) expect((await decide(example.id, { action: 'approve' })).body.status).toBe('published')
    expect([await isListed(example.id), await isPublic(example)]).toEqual([false, true])
    expect((await emailsTo(name)).map(({ subject }) => subject)).toEqual(['Your example is published on Promptarium'])
    expect((await addExample(as)).status).toBe('published')
  })

  it('is removed with a reason, and gets its previous status back when restored', async () => {
    const as = await addMember()
    const example = await addExample(as)
    const remove = () => decide(example.id, { action: 'remove', removedReason: 'It names a person.' })
    expect((await remove()).body).toMatchObject({ status: 'removed', removedReason: 'It names a person.' })
    expect([await isListed(example.id), await isListed(example.id, 'removed')]).toEqual([false, true])
    expect((await decide(example.id, { action: 'approve' })).status).toBe(409)
    expect((await decide(example.id, { action: 'restore' })).body).toMatchObject({
      status: 'pending',
      removedReason: null,
    })
    await decide(example.id, { action: 'approve' })
    await remove()
    expect(await isPublic(example)).toBe(false)
    expect((await decide(example.id, { action: 'restore' })).body.status).toBe('published')
    expect(await isPublic(example)).toBe(true)
  })

  it('is decided on with an email that names its prompt only if the prompt is public', async () => {
    const as = await addMember()
    const name = `Maker${counter}`
    const title = 'A prompt that is retitled'
    const { id, slug } = await testSite.addPrompt({ title })
    const example = await addExample(as, id)
    await decide(example.id, { action: 'approve' })
    const hidden = { status: 'removed' as const, title: 'A private title' }
    await testSite.db.updateTable('prompts').set(hidden).where('id', '=', id).execute()
    await decide(example.id, { action: 'remove', removedReason: 'It names a person.' })
    await decide(example.id, { action: 'restore' })
    const texts = await textsTo(name)
    const link = `http://localhost/prompt/${slug}`
    expect(texts.published).toContain(`published your example of this prompt:\n\n“${title}”\n\n${link}`)
    expect(texts.removed).toMatch(/removed your example\.\n\nReason: It names a person\.\n\nIf you think/)
    expect(texts.back).toMatch(/restored your example\.\n\nIf you think/)
  })

  it('gets the standard reason of its first report if the moderator gives none, also in the email', async () => {
    const as = await addMember()
    const name = `Maker${counter}`
    const example = await addExample(as)
    await decide(example.id, { action: 'approve', removedReason: 'This text is ignored.' })
    await report(await addMember(), example.id)
    const reason = 'It attacks people or helps others to do so.'
    expect((await decide(example.id, { action: 'remove' })).body.removedReason).toBe(reason)
    const { published, removed } = await textsTo(name)
    expect(published).not.toContain('Reason:')
    expect(removed).toContain(`Reason: ${reason}`)
    await decide(example.id, { action: 'restore' })
    const unreported = (await decide(example.id, { action: 'remove' })).body
    expect(unreported.removedReason).toBe('It breaks the rules of this site.')
  })

  it('can be reported once by each member, only while it is shown, and not again after a decision', async () => {
    const [as, one, two] = [await addMember(), await addMember(), await addMember()]
    const example = await addExample(as)
    expect((await report(one, example.id)).status).toBe(404)
    await decide(example.id, { action: 'approve' })
    expect((await report(as, example.id)).status).toBe(403)
    const responses = await Promise.all([report(one, example.id), report(one, example.id), report(two, example.id)])
    expect(responses.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([201, 'open']))
    const [listed] = (await readQueue()).filter(({ id }: { id: string }) => id === example.id)
    expect(listed).toMatchObject({ reportCount: 2, status: 'published' })
    expect((await testSite.request('/api/admin/overview', { as: moderator })).body.openExamples).toBe(
      (await readQueue()).length,
    )
    await decide(example.id, { action: 'dismiss' })
    expect([await isListed(example.id), await isPublic(example)]).toEqual([false, true])
    expect((await report(one, example.id)).body.state).toBe('decided')
    expect(await isListed(example.id)).toBe(false)
  })

  it('can’t be moderated by the member who added it', async () => {
    const example = await addExample(moderator)
    await report(await addMember(), example.id)
    expect((await decide(example.id, { action: 'dismiss' })).status).toBe(403)
    expect((await decide(example.id, { action: 'dismiss' }, admin)).status).toBe(200)
  })

  it('is removed when its author is banned with a takedown, and can be restored', async () => {
    const [as, other] = [await addMember(), await addMember()]
    const { id } = await testSite.addPrompt()
    const example = await addExample(as, id)
    const otherExample = await addExample(other, id)
    for (const one of [example, otherExample]) await decide(one.id, { action: 'approve' })
    const json = { banned: true, undo: true }
    expect((await testSite.request(`/api/admin/users/${as}`, { as: admin, method: 'PATCH', json })).status).toBe(200)
    await testSite.runJobs()
    expect([await isPublic(example), await isPublic(otherExample)]).toEqual([false, true])
    expect((await readQueue('removed')).find((one: { id: string }) => one.id === example.id)).toMatchObject({
      removedReason: 'The account was banned.',
    })
    expect((await decide(example.id, { action: 'restore' })).body.status).toBe('published')
  })
})
