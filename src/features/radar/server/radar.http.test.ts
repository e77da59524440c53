import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endedAfterDays, unknownAfterDays } from '#features/models/rules.ts'
import type { recordOffers } from '#features/models/server/record-offers.ts'
import { reportLowResults } from '#features/prompt-tests/server/report-low-results.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'

/** All answers of this site's model `steady` contain “answer in four”, and those of `writer` don't. */
let testSite: CompareSite
let author: string
let admin: string
let promptCount = 0
beforeAll(async () => {
  testSite = await createCompareSite()
  admin = await testSite.addUser('root', 'admin')
})
beforeEach(async () => {
  await testSite.db.deleteFrom('modelOffers').execute()
  author = await testSite.member()
})
afterAll(() => testSite.close())

async function addTestedPrompt(models = ['steady']) {
  const json = {
    title: `Greeting ${++promptCount}`,
    content: `Say hello to number ${promptCount}.`,
    category: 'general',
  }
  const { id, slug } = (await testSite.post('/api/prompts', author, json)).body
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer in four' }] }
  await testSite.post(`/api/prompts/${id}/tests/cases`, author, draft)
  await (await testSite.stream(`/api/prompts/${id}/tests/runs`, { as: author, json: { models } })).events()
  return { id, slug }
}
const advanceDays = (days: number) => {
  testSite.clock.time = new Date(testSite.clock.time.getTime() + days * 86_400_000)
}
const follow = (offers: Parameters<typeof recordOffers>[1]) =>
  reportLowResults(testSite.db, { ...offers, now: testSite.clock.time })
const ended = async (as: string, scope = 'mine') =>
  (await testSite.request(`/api/ended-models?scope=${scope}`, { as })).body
const dependents = async (as: string, query = '') =>
  (await testSite.request(`/api/ended-models/prompts?model=steady${query}`, { as })).body
const reasonOf = async () => (await ended(author)).map(({ reason }: { reason: string }) => reason)

describe('an ended model', () => {
  it('is listed with the prompts that depend on it: to members their own, to admins all', async () => {
    const { id, slug } = await addTestedPrompt()
    await follow({ offered: ['steady', 'writer'] })
    expect(await ended(author)).toEqual([])
    advanceDays(endedAfterDays + 1)
    await follow({ offered: ['writer'] })
    const counts = { prompts: 1, tests: 1, comparisons: 0, reports: 0 }
    expect(await ended(author)).toMatchObject([{ model: 'steady', reason: 'offers', ...counts }])
    const proofs = [{ source: 'test', passed: 3, answered: 3, current: true }]
    expect((await dependents(author)).items).toMatchObject([{ id, slug, cases: 1, proofs }])
    const other = await testSite.member()
    expect([await ended(other), (await dependents(other)).items]).toEqual([[], []])
    expect((await ended(admin, 'site'))[0].prompts).toBeGreaterThan(0)
    expect((await dependents(admin, '&scope=site&limit=100')).items).toContainEqual(expect.objectContaining({ id }))
  })

  it('is shown to nobody but its author and admins, page by page, without hidden prompts', async () => {
    const first = await addTestedPrompt()
    const second = await addTestedPrompt()
    const page = await dependents(author, '&limit=1')
    expect(page).toMatchObject({ items: [{ id: first.id }], total: 2 })
    const next = await dependents(author, `&limit=1&cursor=${page.nextCursor}`)
    expect(next).toMatchObject({ items: [{ id: second.id }], nextCursor: null })
    await testSite.request(`/api/prompts/${first.id}`, { method: 'DELETE', as: author })
    expect((await dependents(author)).items).toMatchObject([{ id: second.id }])
    const statuses = ['', '/prompts'].map(async (path) => [
      (await testSite.request(`/api/ended-models${path}?scope=site&model=steady`, { as: author })).status,
      (await testSite.request(`/api/ended-models${path}?model=steady`)).status,
    ])
    expect(await Promise.all(statuses)).toEqual([
      [403, 401],
      [403, 401],
    ])
  })

  it('has ended if its vendor’s list no longer has it, but not if no list ever had it', async () => {
    await addTestedPrompt()
    await follow({ offered: ['steady'], unlisted: ['steady'] })
    expect(await reasonOf()).toEqual([])
    await follow({ offered: ['steady'], listed: ['steady'] })
    advanceDays(1)
    await follow({ offered: ['steady'], unlisted: ['steady'] })
    expect(await reasonOf()).toEqual(['list'])
    await follow({ offered: ['steady'], listed: ['steady'] })
    expect(await reasonOf()).toEqual([])
  })

  it('has ended if its vendor hasn’t known it for days, until it answers', async () => {
    await addTestedPrompt()
    await follow({ offered: ['steady'] })
    await testSite.db.updateTable('modelOffers').set({ unknownSince: '2026-11-01' }).execute()
    testSite.clock.time = new Date('2026-11-01T12:00:00Z')
    advanceDays(unknownAfterDays)
    await follow({ offered: ['steady'] })
    expect(await reasonOf()).toEqual(['failures'])
    await addTestedPrompt()
    await follow({ offered: ['steady'] })
    expect(await reasonOf()).toEqual([])
  })

  it('can be marked by an admin, which turns what only it proved gray, and unmarked', async () => {
    const { id } = await addTestedPrompt()
    const mark = (model: string, ended: boolean, as = admin) =>
      testSite.post('/api/admin/models/end', as, { model, ended })
    const stateOf = async () => (await testSite.request(`/api/prompts/${id}`)).body.proof.state
    expect((await mark('steady', true, author)).status).toBe(403)
    expect((await mark('never offered', true)).status).toBe(404)
    expect((await mark('steady', true)).body).toEqual({ ended: true })
    await follow({ offered: ['steady'] })
    expect([await reasonOf(), await stateOf()]).toEqual([['admin'], 'ended'])
    await mark('steady', false)
    await follow({ offered: ['steady'] })
    expect([await reasonOf(), await stateOf()]).toEqual([[], 'proved'])
  })
})
