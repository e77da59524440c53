import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { noReportedIds } from './reports.table.ts'

let testSite: TestSite
let ids: Record<'author' | 'reader' | 'moderator' | 'admin', string>
beforeAll(async () => {
  testSite = await createTestSite()
  ids = {
    author: await testSite.addUser('author'),
    reader: await testSite.addUser('reader'),
    moderator: await testSite.addUser('mo', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
})
afterAll(() => testSite.close())
beforeEach(() => testSite.db.deleteFrom('reportCases').execute())

const send = (method: string, path: string, as: string, json?: object) => testSite.request(path, { method, as, json })
const report = async (promptId: string) =>
  (await send('POST', '/api/reports', ids.reader, { promptId, reason: 'spam' })).body
const readQueue = async () => (await testSite.request('/api/admin/reports', { as: ids.moderator })).body
const decide = (id: string, action: string) =>
  send('POST', `/api/admin/reports/${id}`, ids.moderator, { action, ...(action === 'remove' && withReason) })
const withReason = { removedReason: 'It sells pills.' }
const deletePrompt = (id: string, as = ids.author) => send('DELETE', `/api/prompts/${id}`, as)
const restore = (id: string, as = ids.author) => send('POST', `/api/prompts/${id}/restore`, as)
const moderate = (id: string, json: object) => send('PATCH', `/api/admin/prompts/${id}`, ids.moderator, json)
const readStatus = async (id: string, as?: string) => (await testSite.request(`/api/prompts/${id}`, { as })).status

/** Adds a prompt by `ids.author`, reports it, and then deletes it. */
async function addReportedAndDeletedPrompt() {
  const { id } = await testSite.addPrompt({ userId: ids.author })
  expect(await report(id)).toEqual({ ...noReportedIds, promptId: id, state: 'open' })
  const [{ id: caseId }] = (await readQueue()).items
  expect((await deletePrompt(id)).status).toBe(204)
  return { id, caseId }
}

describe('a prompt that its author deletes', () => {
  it('can be removed, stays deleted, and can’t be restored by its author', async () => {
    const { id, caseId } = await addReportedAndDeletedPrompt()
    const { status, body } = await decide(caseId, 'remove')
    expect([status, body.state]).toEqual([200, 'removed'])
    expect(body.prompt).toMatchObject({ status: 'deleted', removedReason: 'It sells pills.' })
    expect(await restore(id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect([await readStatus(id), await readStatus(id, ids.author)]).toEqual([404, 200])
    const own = (await testSite.request('/api/user/prompts?status=deleted', { as: ids.author })).body.items
    expect(own[0]).toMatchObject({ id, removedReason: 'It sells pills.' })
  })

  it('gets the status “removed” if a moderator restores it after a removal, and isn’t public until approved', async () => {
    const { id, caseId } = await addReportedAndDeletedPrompt()
    await decide(caseId, 'remove')
    expect((await restore(id, ids.moderator)).body).toMatchObject({ status: 'removed' })
    expect([await readStatus(id), (await restore(id)).status]).toEqual([404, 403])
    expect((await moderate(id, { status: 'published' })).body).toMatchObject({
      status: 'published',
      removedReason: null,
    })
    expect(await readStatus(id)).toBe(200)
  })

  it('can be restored again when its removal is undone, and its report is open again', async () => {
    const { id, caseId } = await addReportedAndDeletedPrompt()
    await decide(caseId, 'remove')
    expect((await decide(caseId, 'reopen')).body).toMatchObject({
      state: 'open',
      prompt: { status: 'deleted', removedReason: null },
    })
    expect((await restore(id)).body.status).toBe('published')
    expect((await readQueue()).total).toBe(1)
  })

  it('leads to an email to its author when it is removed, with a link to the page that lists it', async () => {
    await testSite.runJobs()
    const before = testSite.outbox().length
    const { caseId } = await addReportedAndDeletedPrompt()
    await decide(caseId, 'remove')
    await testSite.runJobs()
    const emails = testSite.outbox().slice(before)
    expect(emails.map(({ to }) => to)).toEqual(['author@example.test'])
    expect(emails[0]?.text).toMatch(
      /can no longer restore it\. It is still listed under My Prompts:\s+http:\/\/localhost\/my-prompts\?status=deleted/,
    )
    expect(emails[0]?.text, 'a deleted prompt can’t be corrected').not.toContain('corrected')
    expect(emails[0]?.text).toContain('If you think this is a mistake, write to us: http://localhost/contact')
  })

  it('can also be removed without deciding its report, or when its author is banned with undo', async () => {
    const { id } = await addReportedAndDeletedPrompt()
    expect((await moderate(id, { status: 'removed', ...withReason })).body).toMatchObject({
      status: 'deleted',
      ...withReason,
    })
    const rascal = await testSite.addUser('rascal')
    const [publicPrompt, draft] = [
      await testSite.addPrompt({ userId: rascal }),
      await testSite.addPrompt({ userId: rascal }),
    ]
    await send('PATCH', `/api/prompts/${draft.id}`, rascal, { status: 'draft' })
    for (const prompt of [publicPrompt, draft]) await deletePrompt(prompt.id, rascal)
    await send('PATCH', `/api/admin/users/${rascal}`, ids.admin, { banned: true, undo: true })
    const responses = [publicPrompt, draft].map(({ id }) => testSite.request(`/api/prompts/${id}`, { as: ids.admin }))
    expect((await Promise.all(responses)).map(({ body }) => [body.status, body.removedReason])).toEqual([
      ['deleted', 'The account was banned.'],
      ['deleted', null],
    ])
  })

  it('can’t be restored by its author if it was removed before it was deleted', async () => {
    const { id } = await testSite.addPrompt({ userId: ids.author })
    await moderate(id, { status: 'removed', ...withReason })
    expect((await restore(id)).status).toBe(403)
    await deletePrompt(id)
    expect([(await restore(id)).status, await readStatus(id)]).toEqual([403, 404])
  })
})

describe('a repeated report', () => {
  it('changes nothing if the first is open; after a decision, returns “decided” until the text changes', async () => {
    const { id } = await testSite.addPrompt({ userId: ids.author })
    expect([(await report(id)).state, (await report(id)).state]).toEqual(['open', 'open'])
    const [{ id: caseId, reportCount }] = (await readQueue()).items
    expect(reportCount).toBe(1)
    await decide(caseId, 'dismiss')
    expect([(await report(id)).state, (await readQueue()).total]).toEqual(['decided', 0])
    await send('PATCH', `/api/prompts/${id}`, ids.author, { title: 'Now it is worse' })
    expect([(await report(id)).state, (await readQueue()).total]).toEqual(['open', 1])
  })

  it('opens a new case if the prompt wasn’t public when the first report was decided', async () => {
    const { id, caseId } = await addReportedAndDeletedPrompt()
    await decide(caseId, 'dismiss')
    expect((await restore(id)).body.status).toBe('published')
    expect([(await report(id)).state, (await readQueue()).total]).toEqual(['open', 1])
  })
})

describe('a case', () => {
  it('can’t be decided by a moderator while its prompt is a draft, which even admins can’t remove', async () => {
    const { id } = await testSite.addPrompt({ userId: ids.author })
    await report(id)
    const [{ id: caseId }] = (await readQueue()).items
    await send('PATCH', `/api/prompts/${id}`, ids.author, { status: 'draft', title: 'My secret plan' })
    expect((await decide(caseId, 'dismiss')).status).toBe(404)
    const asAdmin = await send('POST', `/api/admin/reports/${caseId}`, ids.admin, { action: 'remove' })
    expect(asAdmin).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

describe('the history of a restored prompt', () => {
  const readContents = async (id: string, as?: string) =>
    (await testSite.request(`/api/prompts/${id}/versions`, { as })).body.map(
      ({ content }: { content: string }) => content,
    )
  const rewrite = (id: string, content: string, as = ids.author) => send('PATCH', `/api/prompts/${id}`, as, { content })

  it('is complete if the text didn’t change while the prompt was removed', async () => {
    const { id } = await testSite.addPrompt({ userId: ids.author, content: 'The first wording.' })
    await rewrite(id, 'The second wording.')
    await moderate(id, { status: 'removed', ...withReason })
    await moderate(id, { status: 'published', category: 'research' })
    // The change of category added a version with the same text.
    const all = ['The second wording.', 'The second wording.', 'The first wording.']
    expect(await readContents(id)).toEqual(all)
  })

  it('doesn’t show removed text, even if the prompt was deleted and restored in between', async () => {
    const { id } = await testSite.addPrompt({ userId: ids.author, content: 'The first wording.' })
    await report(id)
    const [{ id: caseId }] = (await readQueue()).items
    await decide(caseId, 'remove')
    await rewrite(id, 'The corrected wording.')
    expect((await deletePrompt(id)).status).toBe(204)
    expect((await decide(caseId, 'reopen')).status).toBe(200)
    expect((await restore(id)).body.status).toBe('published')
    expect(await readContents(id)).toEqual(['The corrected wording.'])
  })

  it('keeps a moderator’s correction even if everything else that this moderator did is undone', async () => {
    const corrector = await testSite.addUser('corrector', 'moderator')
    const { id } = await testSite.addPrompt({ userId: ids.author, content: 'The first wording.' })
    await moderate(id, { status: 'removed', ...withReason })
    await rewrite(id, 'The corrected wording.', corrector)
    await moderate(id, { status: 'published' })
    const ban = await send('PATCH', `/api/admin/users/${corrector}`, ids.admin, { banned: true, undo: true })
    expect(ban.status).toBe(200)
    expect((await testSite.request(`/api/prompts/${id}`)).body.content).toBe('The corrected wording.')
  })

  it.each([
    ['the author corrected the prompt', (all) => all.author],
    ['a moderator corrected the prompt', (all) => all.moderator],
  ] as [string, (all: typeof ids) => string][])('doesn’t show removed text when %s', async (_, writer) => {
    const { id } = await testSite.addPrompt({ userId: ids.author, content: 'The first wording.' })
    await moderate(id, { status: 'removed', ...withReason })
    await rewrite(id, 'The corrected wording.', writer(ids))
    await moderate(id, { status: 'published' })
    expect(await readContents(id)).toEqual(['The corrected wording.'])
    expect(await readContents(id, ids.author)).toEqual(['The corrected wording.', 'The first wording.'])
  })
})
