import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseAccount } from '#features/accounts/server/erase-account.ts'
import { listAuditEntries } from '#platform/audit.ts'
import { inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { exportReportsOf } from './delete-reports.ts'

let testSite: TestSite
let ids: Record<'author' | 'reader' | 'second' | 'moderator' | 'colleague' | 'admin', string>
beforeAll(async () => {
  testSite = await createTestSite()
  ids = {
    author: await testSite.addUser('author'),
    reader: await testSite.addUser('reader'),
    second: await testSite.addUser('second'),
    moderator: await testSite.addUser('mo', 'moderator'),
    colleague: await testSite.addUser('colleague', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
})
afterAll(() => testSite.close())
beforeEach(() => testSite.db.deleteFrom('reportCases').execute())

const report = (promptId: string, as = ids.reader, more: object = {}) =>
  testSite.request('/api/reports', { method: 'POST', as, json: { promptId, reason: 'spam', ...more } })
const readQueue = async (query = '', as = ids.moderator) =>
  (await testSite.request(`/api/admin/reports${query}`, { as })).body
const decide = (id: string, action: string, as = ids.moderator, more: object = {}) =>
  testSite.request(`/api/admin/reports/${id}`, { method: 'POST', as, json: { action, ...more } })
const read = (slug: string, as?: string) => testSite.request(`/api/prompts/${slug}`, { as })

async function addReportedPrompt(more: object = {}) {
  const prompt = await testSite.addPrompt({ userId: ids.author })
  await report(prompt.id, ids.reader, more)
  const { items } = await readQueue()
  const found = items.find((one: { prompt: { id: string } }) => one.prompt.id === prompt.id)
  return { prompt, id: found.id as string }
}

describe('reporting', () => {
  it('counts once per member, by id or slug, and open reports of the same prompt form one case', async () => {
    const prompt = await testSite.addPrompt({ userId: ids.author })
    for (const name of [prompt.id, prompt.slug])
      expect(await report(name)).toMatchObject({ status: 201, body: { promptId: prompt.id } })
    await Promise.all([
      report(prompt.id, ids.second, { reason: 'abuse', details: ' It is \n rude. ' }),
      report(prompt.id),
    ])
    const { items, total } = await readQueue()
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ state: 'open', reportCount: 2, prompt: { slug: prompt.slug }, decision: null })
    expect(items[0].reports).toMatchObject([
      { reason: 'spam', details: null, user: { username: 'reader' } },
      { reason: 'abuse', details: 'It is rude.', user: { username: 'second' } },
    ])
  })

  it('can say “Wrong category” about a prompt only', async () => {
    const prompt = await testSite.addPrompt({ userId: ids.author })
    expect((await report(prompt.id, ids.reader, { reason: 'wrong_category' })).status).toBe(201)
    const json = { content: 'Nice, but wordy.' }
    const comments = `/api/prompts/${prompt.id}/comments`
    const { body: comment } = await testSite.request(comments, { method: 'POST', as: ids.author, json })
    const about = { commentId: comment.id, reason: 'wrong_category' }
    const refused = await testSite.request('/api/reports', { method: 'POST', as: ids.second, json: about })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['reason']])
  })

  it('is refused for the member’s own prompt, a draft, an unknown reason, a missing prompt and visitors', async () => {
    const own = await testSite.addPrompt({ userId: ids.reader })
    const draft = await testSite.addPrompt({ userId: ids.author, status: 'draft' })
    const post = (json: object) => testSite.request('/api/reports', { method: 'POST', as: ids.reader, json })
    expect((await report(own.id)).status).toBe(403)
    expect((await report(draft.id)).status).toBe(404)
    expect((await post({ promptId: own.id, reason: 'boring' })).status).toBe(400)
    expect((await post({ reason: 'spam' })).body.fields).toHaveProperty('promptId')
    const visitor = { method: 'POST', json: { promptId: own.id, reason: 'spam' } }
    expect((await testSite.request('/api/reports', visitor)).status).toBe(401)
  })

  it('opens no new case after a decision until the prompt changes', async () => {
    const { prompt, id } = await addReportedPrompt()
    await decide(id, 'dismiss')
    await report(prompt.id)
    expect((await readQueue()).total).toBe(0)
    await testSite.request(`/api/prompts/${prompt.id}`, {
      method: 'PATCH',
      as: ids.author,
      json: { title: 'Now worse' },
    })
    await report(prompt.id)
    expect((await readQueue()).total).toBe(1)
  })
})

describe('the queue', () => {
  it('can be read page by page, oldest first, and filtered by reason', async () => {
    const cases = []
    for (const reason of ['spam', 'abuse', 'spam']) cases.push((await addReportedPrompt({ reason })).id)
    const first = await readQueue('?limit=2')
    const second = await readQueue(`?limit=2&cursor=${first.nextCursor}`)
    const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)
    expect([first.total, ...idsOf(first), ...idsOf(second)]).toEqual([3, ...cases])
    expect(idsOf(await readQueue('?reason=abuse'))).toEqual([cases[1]])
    expect(second.nextCursor).toBe(null)
  })

  it('excludes a prompt that its author turned back into a draft', async () => {
    const { prompt } = await addReportedPrompt()
    await testSite.request(`/api/prompts/${prompt.id}`, { method: 'PATCH', as: ids.author, json: { status: 'draft' } })
    expect((await readQueue()).total).toBe(0)
    const overview = await testSite.request('/api/admin/overview', { as: ids.moderator })
    expect(overview.body).toMatchObject({ openReports: 0, moderation: 'post' })
  })
})

describe('a decision', () => {
  it('to dismiss keeps the prompt public', async () => {
    const { prompt, id } = await addReportedPrompt()
    const { body } = await decide(id, 'dismiss')
    expect(body).toMatchObject({ state: 'dismissed', decision: { user: { username: 'mo' }, version: 1 } })
    expect((await read(prompt.slug)).status).toBe(200)
    expect((await readQueue('?state=decided')).items).toMatchObject([{ id, state: 'dismissed' }])
  })

  it('to remove gives the author a reason, and reopening publishes the prompt again', async () => {
    const { prompt, id } = await addReportedPrompt()
    await decide(id, 'remove', ids.moderator, { removedReason: 'It sells pills.' })
    expect((await read(prompt.slug)).status).toBe(404)
    expect((await read(prompt.slug, ids.author)).body).toMatchObject({
      status: 'removed',
      removedReason: 'It sells pills.',
    })
    const own = await testSite.request('/api/user/prompts?status=removed', { as: ids.author })
    expect(own.body.items[0]).toMatchObject({ id: prompt.id, removedReason: 'It sells pills.' })
    expect((await decide(id, 'reopen')).body).toMatchObject({ state: 'open', prompt: { status: 'published' } })
    expect((await read(prompt.slug)).body.removedReason).toBe(null)
  })

  it('to remove without a reason gives the author the standard text for the reports’ reason', async () => {
    const { prompt, id } = await addReportedPrompt({ reason: 'copyright' })
    await decide(id, 'remove')
    expect((await read(prompt.slug, ids.author)).body.removedReason).toBe('The text belongs to somebody else.')
  })

  it('to ban is for admins only: the prompt is removed, sessions end, and the case can’t be reopened', async () => {
    const rascal = await testSite.addUser('rascal')
    const prompt = await testSite.addPrompt({ userId: rascal })
    await report(prompt.id)
    const { id } = (await readQueue()).items[0]
    expect((await decide(id, 'ban', ids.moderator)).status).toBe(403)
    expect((await testSite.request('/api/user', { as: rascal })).status).toBe(200)
    expect((await decide(id, 'ban', ids.admin)).body.state).toBe('banned')
    expect((await testSite.request('/api/user', { as: rascal })).status).toBe(401)
    expect((await read(prompt.slug)).status).toBe(404)
    expect((await decide(id, 'reopen', ids.admin)).status).toBe(409)
  })

  it('can’t be replaced by a different one, and repeating it is harmless', async () => {
    const { prompt, id } = await addReportedPrompt()
    const responses = await Promise.all([decide(id, 'dismiss', ids.moderator), decide(id, 'remove', ids.colleague)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const decidedCase = responses.find(({ status }) => status === 200)?.body
    expect((await read(prompt.slug)).status).toBe(decidedCase.state === 'removed' ? 404 : 200)
    expect((await decide(id, decidedCase.state === 'removed' ? 'remove' : 'dismiss', ids.colleague)).status).toBe(200)
    const { items } = await listAuditEntries(testSite.db, { target: { kind: 'report', id } }, { limit: 10 })
    expect(items).toHaveLength(1)
  })

  it('made while reports arrive loses none of them and causes no deadlock', async () => {
    const { prompt, id } = await addReportedPrompt()
    await Promise.all([decide(id, 'dismiss'), report(prompt.id, ids.second), report(prompt.id, ids.admin)])
    const all = [...(await readQueue()).items, ...(await readQueue('?state=decided')).items]
    const count = all.reduce((sum: number, one: { reportCount: number }) => sum + one.reportCount, 0)
    expect(count).toBe(3)
  })

  it('remains after the accounts of the reporter and the moderator are deleted', async () => {
    const leavingModerator = await testSite.addUser('leaving-moderator', 'moderator')
    const reporter = await testSite.addUser('leaving-reporter')
    const { prompt, id } = await addReportedPrompt()
    await report(prompt.id, reporter)
    await decide(id, 'dismiss', leavingModerator)
    const other = await testSite.addPrompt({ userId: ids.author })
    await report(other.id, reporter)
    expect(await exportReportsOf(testSite.db, reporter)).toMatchObject([
      { promptId: prompt.id, reason: 'spam', state: 'dismissed' },
      { promptId: other.id, reason: 'spam', state: 'open' },
    ])
    for (const person of [leavingModerator, reporter])
      await inTransaction(testSite.db, (tx) => eraseAccount(tx, hooks, person, { prompts: 'keep' }))
    expect((await readQueue()).total).toBe(0)
    const { items } = await readQueue('?state=decided')
    expect(items).toMatchObject([{ id, reportCount: 1, decision: { user: { username: 'deleted-user' } } }])
  })

  it('is recorded in the audit log, with ids only', async () => {
    const { prompt, id } = await addReportedPrompt()
    await decide(id, 'remove', ids.moderator, { removedReason: 'Somebody named Marta wrote it.' })
    const { items } = await listAuditEntries(testSite.db, { actorId: ids.moderator }, { limit: 2 })
    expect(items.map(({ action }) => action).sort()).toEqual(['prompt.remove', 'report.remove'])
    expect(items.find(({ action }) => action === 'report.remove')).toMatchObject({
      target: { id },
      details: { prompt: prompt.id },
    })
    expect(JSON.stringify(items)).not.toContain('Marta')
  })
})
