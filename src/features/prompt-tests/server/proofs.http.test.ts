import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseComments } from '#features/comments/server/erase-comments.ts'
import { endedAfterDays } from '#features/models/rules.ts'
import { inTransaction } from '#platform/database/db.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { addTrustedMember } from '#test/trusted-member.ts'
import { addMissingProofs } from './renew-proofs.ts'
import { reportLowResults } from './report-low-results.ts'

/** All answers of this site's model `steady` contain “answer in four”, and those of `writer` don't. */
let testSite: CompareSite
let author: string
let prompt: { id: string; slug: string }
let promptCount = 0
let reporterCount = 0
beforeAll(async () => {
  testSite = await createCompareSite()
})
beforeEach(async () => {
  await testSite.db.deleteFrom('modelOffers').execute()
  author = await testSite.member()
  const json = { title: `Greeting ${++promptCount}`, content: `Say hello to number ${promptCount}.`, tags: ['hello'] }
  prompt = (await testSite.post('/api/prompts', author, { ...json, category: 'general' })).body
})
afterAll(() => testSite.close())

const proofOf = async (as?: string) => (await testSite.request(`/api/prompts/${prompt.id}`, { as })).body.proof
const idsIn = async (query: string): Promise<string[]> =>
  (await testSite.request(`/api/prompts?${query}`)).body.items.map(({ id }: { id: string }) => id)
async function runTests(models: string[]) {
  const run = await testSite.stream(`/api/prompts/${prompt.id}/tests/runs`, { as: author, json: { models } })
  await run.events()
}
async function addCase(text = 'answer in four') {
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text }] }
  await testSite.post(`/api/prompts/${prompt.id}/tests/cases`, author, draft)
}
const edit = (content: string) =>
  testSite.request(`/api/prompts/${prompt.id}`, { method: 'PATCH', as: author, json: { content } })
/** Publishes a comparison of this model with a built-in engine, which doesn't count as a model. */
async function publishComparison(model = 'steady') {
  const me = await testSite.member()
  const models = [model, 'composer']
  const events = await (await testSite.compare(me, { content: undefined, promptId: prompt.id, models })).events()
  const id = String(events[0]?.data.comparisonId)
  const publish = (published: boolean) => testSite.post(`/api/comparisons/${id}/publish`, me, { published })
  await publish(true)
  return { unpublish: () => publish(false) }
}
const reporter = () => addTrustedMember(testSite, `reporter${++reporterCount}`)
async function report(outcome: string, model = 'GPT-5', as?: string) {
  const json = { content: `It ${outcome} ${promptCount} ${Math.random()}.`, usage: { outcome, model } }
  const { body } = await testSite.post(`/api/prompts/${prompt.id}/comments`, as ?? (await reporter()), json)
  return body.id as string
}
const follow = (...offered: string[]) => reportLowResults(testSite.db, { offered, now: testSite.clock.time })
const advanceDays = (days: number) => {
  testSite.clock.time = new Date(testSite.clock.time.getTime() + days * 86_400_000)
}

describe('a prompt is proved', () => {
  it('by nothing at first', async () => {
    expect(await proofOf()).toBeNull()
    expect(await idsIn('proved=true')).not.toContain(prompt.id)
  })

  it('by its tests, and less after an edit of its text, until the new text is tested', async () => {
    await addCase()
    await runTests(['steady'])
    const proof = { source: 'test', model: 'steady', passed: 3, answered: 3, madeAt: testSite.clock.time.toISOString() }
    expect(await proofOf()).toEqual({ ...proof, state: 'proved', current: true })
    await edit(`Greet number ${promptCount}.`)
    expect(await proofOf()).toEqual({ ...proof, state: 'partly', current: false })
    expect(await idsIn('proved=partly')).toContain(prompt.id)
    await runTests(['steady'])
    expect(await proofOf()).toMatchObject({ state: 'proved', current: true })
  })

  it('by a test on one model even if it fails on another, but not by a comparison on a model whose tests it fails', async () => {
    await addCase()
    await runTests(['writer'])
    expect(await proofOf()).toMatchObject({ state: 'failed', model: 'writer', passed: 0, answered: 3 })
    const { unpublish } = await publishComparison('writer')
    expect(await proofOf()).toMatchObject({ state: 'failed', source: 'test' })
    await unpublish()
    await runTests(['steady'])
    expect(await proofOf()).toMatchObject({ state: 'proved', model: 'steady' })
  })

  it('by a published comparison, until it is unpublished', async () => {
    const { unpublish } = await publishComparison()
    expect(await proofOf()).toMatchObject({ state: 'proved', source: 'comparison', model: 'steady' })
    await unpublish()
    expect(await proofOf()).toBeNull()
  })

  it('by reports of use while most say that it worked, without those of its author', async () => {
    await report('worked', 'GPT-5', author)
    expect(await proofOf()).toBeNull()
    await report('worked')
    const second = await reporter()
    const id = await report('worked', 'gpt-5', second)
    expect(await proofOf()).toMatchObject({ state: 'proved', source: 'report', model: 'GPT-5', passed: 2, answered: 2 })
    await testSite.request(`/api/comments/${id}`, { method: 'DELETE', as: second })
    expect(await proofOf()).toMatchObject({ passed: 1, answered: 1 })
    await report('failed')
    expect(await proofOf()).toBeNull()
  })

  it('by no report of a banned member, until the ban is lifted', async () => {
    const troll = await reporter()
    await report('worked', 'GPT-5', troll)
    const admin = await testSite.addUser(`root${promptCount}`, 'admin')
    const ban = (banned: boolean) =>
      testSite.request(`/api/admin/users/${troll}`, { method: 'PATCH', as: admin, json: { banned } })
    await ban(true)
    expect(await proofOf()).toBeNull()
    await ban(false)
    expect(await proofOf()).toMatchObject({ state: 'proved', source: 'report' })
  })

  it('by no report of a deleted account', async () => {
    const departed = await reporter()
    await report('worked', 'GPT-5', departed)
    expect(await proofOf()).toMatchObject({ source: 'report' })
    await inTransaction(testSite.db, (tx) => eraseComments(tx, departed, { prompts: 'keep' }))
    expect(await proofOf()).toBeNull()
  })

  it('no longer when its only model has ended, and again when the model is offered again or another one answers', async () => {
    await addCase()
    await runTests(['steady'])
    await follow('steady', 'writer')
    advanceDays(endedAfterDays + 1)
    await follow('writer')
    expect(await proofOf()).toMatchObject({ state: 'ended', model: 'steady' })
    expect(await idsIn('proved=ended')).toContain(prompt.id)
    expect(await idsIn('proved=true')).not.toContain(prompt.id)
    await follow('steady', 'writer')
    expect(await proofOf()).toMatchObject({ state: 'proved' })
    advanceDays(endedAfterDays + 1)
    await follow('writer')
    await publishComparison('writer')
    expect(await proofOf()).toMatchObject({ state: 'proved', model: 'writer' })
  })

  it('only by what everybody may read: not by the author’s tests of an unpublished text', async () => {
    await addCase()
    const json = { models: ['steady'], content: `Secretly greet number ${promptCount}.` }
    await (await testSite.stream(`/api/prompts/${prompt.id}/tests/runs`, { as: author, json })).events()
    expect(await proofOf(author)).toBeNull()
  })

  it('as well if it was tested and compared before proofs were stored', async () => {
    await addCase()
    await runTests(['steady'])
    await publishComparison('writer')
    const before = await proofOf()
    await testSite.db.deleteFrom('proofs').execute()
    await testSite.db.updateTable('prompts').set({ proof: null, provedAt: null }).execute()
    await addMissingProofs(testSite.db)
    expect(await proofOf()).toEqual(before)
    expect(before).toMatchObject({ state: 'proved' })
  })
})

describe('lists', () => {
  it('can be sorted by the time of the last proof, before prompts without one, in each kind of list', async () => {
    await publishComparison()
    const older = prompt.id
    advanceDays(1)
    const json = { title: 'Another', content: `Greet ${promptCount} again.`, tags: ['hello'], category: 'general' }
    const unproved = (await testSite.post('/api/prompts', author, json)).body.id
    prompt = (
      await testSite.post('/api/prompts', author, {
        ...json,
        title: 'Third',
        content: 'Greet each of my guests by name.',
      })
    ).body
    await publishComparison()
    for (const query of ['', '&tag=hello', '&category=general', '&tag=hello&category=general', '&language=en']) {
      const ids = await idsIn(`sort=proved&limit=100${query}`)
      expect(ids.slice(0, 2)).toEqual([prompt.id, older])
      expect(ids).toContain(unproved)
    }
    const counts = (await testSite.request('/api/filters?tag=hello')).body.proved
    expect(counts).toContainEqual({ value: 'true', prompts: (await idsIn('tag=hello&proved=true&limit=100')).length })
  })
})
