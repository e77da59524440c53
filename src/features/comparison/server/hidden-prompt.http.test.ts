import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkerId, composerId } from '#features/models/rules.ts'
import { comparisonIdIn } from '#test/compare-site.ts'
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

const post = (path: string, as: string, json: object = {}) => testSite.request(path, { method: 'POST', as, json })
const read = (id: string, as?: string) => testSite.request(`/api/comparisons/${id}`, { as })
async function shareComparison(input: { promptId: string } | { content: string }, as = ids.owner) {
  const run = await testSite.stream('/api/comparisons', { as, json: { ...input, models: [composerId, checkerId] } })
  const id = comparisonIdIn(await run.events())
  await post(`/api/comparisons/${id}/share`, as)
  return id
}
const content = 'Explain the tides to {{reader}}.'
const setStatus = (id: string, status: string) =>
  testSite.request(`/api/admin/prompts/${id}`, {
    method: 'PATCH',
    as: ids.moderator,
    json: { status, ...(status === 'removed' && { removedReason: 'It is spam.' }) },
  })

describe('a comparison whose prompt is taken down', () => {
  it('is hidden from readers, and its owner sees neither the text nor quotes of it, until the prompt is restored', async () => {
    const { id: promptId } = await testSite.addPrompt({ userId: ids.author, content })
    const id = await shareComparison({ promptId })
    await post(`/api/comparisons/${id}/answers`, ids.owner, { model: 'My own', text: 'High and low.' })
    await setStatus(promptId, 'removed')
    const responses = await Promise.all([undefined, ids.reader, ids.author, ids.moderator].map((as) => read(id, as)))
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 200, 200])
    const { body } = await read(id, ids.owner)
    expect(body).toMatchObject({ content: '', prompt: null, promptHidden: true, isOwner: true })
    // The two models are built-in engines, whose answers quote the prompt. The third answer is pasted.
    expect(body.answers.map(({ text }: { text: string }) => text)).toEqual(['', '', 'High and low.'])
    const { items } = (await testSite.request('/api/user/comparisons', { as: ids.owner })).body
    expect(items[0]).toMatchObject({ id, excerpt: '', promptHidden: true })
    expect((await post(`/api/comparisons/${id}/share`, ids.owner)).status).toBe(409)
    expect((await post('/api/reports', ids.reader, { comparisonId: id, reason: 'spam' })).status).toBe(404)
    await setStatus(promptId, 'published')
    expect((await read(id)).body).toMatchObject({ content, promptHidden: false, shared: true })
  })

  it('stays complete for the prompt’s author, even in the export', async () => {
    const { id: promptId } = await testSite.addPrompt({ userId: ids.author, content })
    const id = await shareComparison({ promptId }, ids.author)
    await setStatus(promptId, 'removed')
    expect((await read(id, ids.author)).body).toMatchObject({ content, promptHidden: true })
    const { comparisons } = (await testSite.request('/api/user/export', { as: ids.author })).body
    expect(comparisons.comparisons[0].content).toBe(content)
  })

  it('stays hidden if the text was changed before the prompt was restored', async () => {
    const { id: promptId } = await testSite.addPrompt({ userId: ids.author, content })
    const id = await shareComparison({ promptId })
    await setStatus(promptId, 'removed')
    const corrected = { content: 'Explain the tides kindly.' }
    await testSite.request(`/api/prompts/${promptId}`, { method: 'PATCH', as: ids.author, json: corrected })
    await setStatus(promptId, 'published')
    expect([(await read(id)).status, (await read(id, ids.owner)).body.content]).toEqual([404, ''])
    expect((await read(id, ids.admin)).body.content).toBe(content)
    const { body } = await testSite.request(`/api/prompts/${promptId}/comparisons`)
    expect(body).toMatchObject({ items: [], total: 0 })
  })
})

describe('a retry of a comparison whose prompt was taken down', () => {
  it('does not return the text, even for the same Idempotency-Key', async () => {
    const { id: promptId } = await testSite.addPrompt({ userId: ids.author, content })
    const request = { as: ids.owner, json: { promptId, models: [composerId, checkerId] }, key: 'repeated-request' }
    const first = await testSite.stream('/api/comparisons', request)
    expect(JSON.stringify(await first.events())).toContain('tides')
    await setStatus(promptId, 'removed')
    expect((await testSite.stream('/api/comparisons', request)).status).toBe(404)
  })
})

describe('a shared comparison of a text without a prompt', () => {
  const caseOf = async (comparisonId: string, state = 'open') => {
    const { items } = (await testSite.request(`/api/admin/reports?state=${state}`, { as: ids.moderator })).body
    return items.find((item: { comparison: { id: string } | null }) => item.comparison?.id === comparisonId)
  }

  it('can be reported and taken down, and is visible by its link again when the case is reopened', async () => {
    const id = await shareComparison({ content: 'Sell pills to {{reader}}.' })
    const report = { comparisonId: id, reason: 'spam' }
    for (const as of [ids.reader, ids.reader, ids.admin])
      expect((await post('/api/reports', as, report)).body).toMatchObject({
        promptId: null,
        comparisonId: id,
        state: 'open',
      })
    expect(await caseOf(id)).toMatchObject({ prompt: null, reportCount: 2, comparison: { shared: true } })
    const decide = (action: string) =>
      caseOf(id, action === 'remove' ? 'open' : 'decided').then((found) =>
        post(`/api/admin/reports/${found.id}`, ids.moderator, { action }),
      )
    // The version is 0 in a case without a prompt.
    expect((await decide('remove')).body).toMatchObject({ state: 'removed', decision: { version: 0 } })
    expect([(await read(id)).status, (await read(id, ids.moderator)).status]).toEqual([404, 200])
    await decide('reopen')
    expect((await read(id)).body).toMatchObject({ shared: true, published: false, withdrawnReason: null })
    await testSite.runJobs()
    const emails = testSite.outbox().filter(({ subject }) => subject.startsWith('Your comparison'))
    expect(emails.map(({ to }) => to)).toEqual(['owner@example.test', 'owner@example.test'])
    expect(emails.map(({ text }) => text).join()).toContain('took down your comparison.')
    const { items } = (await testSite.request('/api/admin/audit?action=report.remove', { as: ids.admin })).body
    expect(items[0].target).toMatchObject({ kind: 'report', name: 'A comparison' })
  })

  it('gets no new case when it is reported again after a dismissal, and the response says “decided”', async () => {
    const id = await shareComparison({ content: 'Sell more pills to {{reader}}.' })
    const report = async () => (await post('/api/reports', ids.reader, { comparisonId: id, reason: 'spam' })).body.state
    expect(await report()).toBe('open')
    await post(`/api/admin/reports/${(await caseOf(id)).id}`, ids.moderator, { action: 'dismiss' })
    expect([await report(), await caseOf(id)]).toEqual(['decided', undefined])
  })
})
