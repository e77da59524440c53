import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let ids: Record<'author' | 'owner' | 'reader' | 'moderator' | 'admin', string>
beforeAll(async () => {
  testSite = await createTestSite()
  ids = {
    author: await testSite.addUser('author'),
    owner: await testSite.addUser('owner'),
    reader: await testSite.addUser('reader'),
    moderator: await testSite.addUser('mo', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
})
afterAll(() => testSite.close())
beforeEach(() => testSite.db.deleteFrom('reportCases').execute())

/**
 * Adds a comparison of `userId` with one complete answer, and publishes it on the page of a prompt by `ids.author`.
 */
async function addPublishedComparison(userId = ids.owner) {
  const prompt = await testSite.addPrompt({ userId: ids.author })
  const id = newId()
  const row = {
    userId,
    id,
    name: null,
    promptId: prompt.id,
    fromPrompt: true,
    content: 'Say it.',
    variables: '{}' as never,
  }
  const at = new Date()
  await testSite.db
    .insertInto('comparisons')
    .values({ ...row, blind: false, sharedAt: at, publishedAt: null, createdAt: at })
    .execute()
  const measurements = { timeToFirstToken: 1, time: 2, tokens: null, cost: null, price: 1, answeredAt: at }
  const answer = {
    userId,
    comparisonId: id,
    place: 0,
    model: 'gpt',
    vendor: 'openai' as const,
    version: null,
  }
  await testSite.db
    .insertInto('comparisonAnswers')
    .values({ ...answer, text: 'Buy pills.', status: 'done', failure: null, ...measurements })
    .execute()
  await setVisibility(id, 'publish', { published: true }, userId)
  return { id, prompt }
}

const setVisibility = (id: string, action: 'publish' | 'share', json: object, as = ids.owner) =>
  testSite.request(`/api/comparisons/${id}/${action}`, { method: 'POST', as, json })
const report = (comparisonId: string, as = ids.reader) =>
  testSite.request('/api/reports', { method: 'POST', as, json: { comparisonId, reason: 'spam' } })
const readQueue = async (query = '') =>
  (await testSite.request(`/api/admin/reports${query}`, { as: ids.moderator })).body
const decide = (id: string, action: string, as = ids.moderator, more: object = {}) =>
  testSite.request(`/api/admin/reports/${id}`, { method: 'POST', as, json: { action, ...more } })
const removePrompt = (id: string) =>
  testSite.request(`/api/admin/prompts/${id}`, {
    method: 'PATCH',
    as: ids.moderator,
    json: { status: 'removed', removedReason: 'It sells pills.' },
  })
const read = (id: string, as?: string) => testSite.request(`/api/comparisons/${id}`, { as })
const countShownOn = async (slug: string) => (await testSite.request(`/api/prompts/${slug}/comparisons`)).body.total
const readTestedWith = async (slug: string) => (await testSite.request(`/api/prompts/${slug}`)).body.testedWith

async function addReportedComparison() {
  const comparison = await addPublishedComparison()
  await report(comparison.id)
  return { ...comparison, caseId: (await readQueue()).items[0].id as string }
}

describe('a published comparison', () => {
  it('has its own case, with one report per member and with its texts, separate from its prompt’s case', async () => {
    const { id, prompt } = await addPublishedComparison()
    for (const as of [ids.reader, ids.reader, ids.admin])
      expect(await report(id, as)).toMatchObject({ status: 201, body: { promptId: prompt.id } })
    await testSite.request('/api/reports', {
      method: 'POST',
      as: ids.reader,
      json: { promptId: prompt.id, reason: 'abuse' },
    })
    const { items, total } = await readQueue()
    expect(total).toBe(2)
    expect(items[0]).toMatchObject({
      state: 'open',
      reportCount: 2,
      prompt: { slug: prompt.slug },
      comparison: {
        id,
        user: { username: 'owner' },
        published: true,
        content: 'Say it.',
        answers: [{ model: 'gpt', text: 'Buy pills.' }],
      },
    })
    expect(items[1].comparison).toBe(null)
  })

  it('can be reported again by the same member once its owner has renamed it after a decision', async () => {
    const { id } = await addPublishedComparison()
    const rename = (name: string) =>
      testSite.request(`/api/comparisons/${id}`, { method: 'PATCH', as: ids.owner, json: { name } })
    await rename('Harmless')
    await report(id)
    const [item] = (await readQueue()).items
    const decision = { method: 'POST', as: ids.moderator, json: { action: 'dismiss' } }
    expect((await testSite.request(`/api/admin/reports/${item.id}`, decision)).status).toBe(200)
    await rename('Harmless')
    expect((await report(id)).body.state).toBe('decided')
    await rename('Buy pills')
    expect((await report(id)).body.state).toBe('open')
    expect((await readQueue()).items).toHaveLength(1)
  })

  it('can be reported only by other members, and only while it is published or shared', async () => {
    const { id } = await addPublishedComparison()
    expect((await report(id, ids.owner)).status).toBe(403)
    await setVisibility(id, 'publish', { published: false })
    await setVisibility(id, 'share', { shared: false })
    expect([(await report(id)).status, (await report(newId())).status]).toEqual([404, 404])
    const json = { comparisonId: id, reason: 'spam' }
    expect((await testSite.request('/api/reports', { method: 'POST', json })).status).toBe(401)
  })

  it('is taken down with a reason: only its owner and moderators see it, and it can’t be shared again', async () => {
    const { id, prompt, caseId } = await addReportedComparison()
    expect([await countShownOn(prompt.slug), await readTestedWith(prompt.slug)]).toEqual([1, ['openai']])
    await decide(caseId, 'remove', ids.moderator, { removedReason: 'It sells pills.' })
    expect([await countShownOn(prompt.slug), await readTestedWith(prompt.slug)]).toEqual([0, []])
    const seen = await Promise.all([undefined, ids.reader, ids.owner, ids.moderator].map((as) => read(id, as)))
    expect(seen.map(({ status }) => status)).toEqual([404, 404, 200, 200])
    expect(seen[2]?.body).toMatchObject({ published: false, shared: false, withdrawnReason: 'It sells pills.' })
    const own = await testSite.request('/api/user/comparisons', { as: ids.owner })
    expect(own.body.items.find((one: { id: string }) => one.id === id).withdrawn).toBe(true)
    const attempts = [await setVisibility(id, 'publish', {}), await setVisibility(id, 'share', {})]
    expect(attempts.map(({ status }) => status)).toEqual([403, 403])
    expect((await testSite.request(`/api/prompts/${prompt.slug}`)).status).toBe(200)
    expect((await readQueue('?state=decided')).items[0].comparison.withdrawnReason).toBe('It sells pills.')
  })

  it('is removed and restored with an email to its owner, which names the prompt only if it is public', async () => {
    const { prompt, caseId } = await addReportedComparison()
    const { body } = await testSite.request(`/api/prompts/${prompt.id}`)
    const received: string[][] = []
    for (const action of ['dismiss', 'reopen', 'remove', 'reopen', 'hide the prompt', 'remove']) {
      await testSite.runJobs()
      const before = testSite.outbox().length
      if (action === 'hide the prompt') await removePrompt(prompt.id)
      else await decide(caseId, action)
      await testSite.runJobs()
      const emails = testSite.outbox().slice(before)
      received.push(emails.filter(({ to }) => to === 'owner@example.test').map(({ text }) => text))
    }
    const named = [expect.stringContaining(body.title)]
    expect(received).toEqual([[], [], named, named, [], [expect.not.stringContaining(body.title)]])
  })

  it('can’t be removed once its owner has hidden it, but its owner can be banned', async () => {
    const owner = await testSite.addUser('withdrawing')
    const { id } = await addPublishedComparison(owner)
    await report(id)
    const [{ id: caseId }] = (await readQueue()).items
    await setVisibility(id, 'publish', { published: false }, owner)
    await setVisibility(id, 'share', { shared: false }, owner)
    expect((await decide(caseId, 'remove')).status).toBe(409)
    expect((await decide(caseId, 'ban', ids.admin)).body.state).toBe('banned')
  })

  it('is taken down and restored without an email if its owner is the moderator who decides', async () => {
    const { id } = await addPublishedComparison(ids.moderator)
    await report(id)
    const [{ id: caseId }] = (await readQueue()).items
    await testSite.runJobs()
    const before = testSite.outbox().length
    for (const action of ['remove', 'reopen']) expect((await decide(caseId, action)).status).toBe(200)
    await testSite.runJobs()
    expect(testSite.outbox().length).toBe(before)
  })

  it('stays taken down when its owner shares it at the same time', async () => {
    const { id } = await addPublishedComparison()
    const { response } = await inTransaction(testSite.db, async (tx) => {
      const withdrawal = {
        publishedAt: null,
        sharedAt: null,
        withdrawnReason: 'It sells pills.',
        withdrawnFrom: 'page' as const,
      }
      await tx.updateTable('comparisons').set(withdrawal).where('id', '=', id).execute()
      const response = setVisibility(id, 'share', { shared: true })
      await expect.poll(() => testSite.countLockWaits()).toBe(1)
      return { response }
    })
    expect((await response).status).toBe(403)
    expect((await read(id, ids.owner)).body).toMatchObject({ shared: false, withdrawnReason: 'It sells pills.' })
  })

  it('is shown again with an email when its removal is undone, and can be reported again once changed', async () => {
    await testSite.runJobs()
    const before = testSite.outbox().length
    const { id, prompt, caseId } = await addReportedComparison()
    await decide(caseId, 'remove')
    // Repeating the decision sends no second email.
    await decide(caseId, 'remove')
    await testSite.runJobs()
    await decide(caseId, 'reopen')
    await testSite.runJobs()
    expect([await countShownOn(prompt.slug), await readTestedWith(prompt.slug)]).toEqual([1, ['openai']])
    expect((await read(id)).body).toMatchObject({ published: true, withdrawnReason: null })
    const emails = testSite.outbox().slice(before)
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['owner@example.test', 'Your comparison was taken down on Promptarium'],
      ['owner@example.test', 'Your comparison is back on Promptarium'],
    ])
    // The standard reason for spam, because the decision contained none.
    expect(emails[0]?.text).toContain('Reason: It advertises something.')
    expect((await decide(caseId, 'dismiss')).body.state).toBe('dismissed')
    await report(id)
    expect((await readQueue()).total).toBe(0)
    await testSite.request(`/api/comparisons/${id}/answers`, {
      method: 'POST',
      as: ids.owner,
      json: { model: 'Another', text: 'Buy more pills.' },
    })
    await report(id)
    expect((await readQueue()).total).toBe(1)
  })

  it('has no case once it is deleted, and can’t be removed while it isn’t shown', async () => {
    const { id, caseId } = await addReportedComparison()
    await setVisibility(id, 'publish', { published: false })
    await setVisibility(id, 'share', { shared: false })
    expect((await decide(caseId, 'remove')).status).toBe(409)
    await testSite.request(`/api/comparisons/${id}`, { method: 'DELETE', as: ids.owner })
    expect((await readQueue()).total).toBe(0)
  })

  it('can lead to a ban of its owner, not of the prompt’s author', async () => {
    const spammer = await testSite.addUser('spammer')
    const { id } = await addPublishedComparison(spammer)
    await report(id)
    await decide((await readQueue()).items[0].id, 'ban', ids.admin)
    const banned = await testSite.db.selectFrom('users').select('id').where('banned', '=', true).execute()
    expect(banned).toContainEqual({ id: spammer })
    expect(banned).not.toContainEqual({ id: ids.author })
    expect((await read(id)).status).toBe(404)
  })
})
