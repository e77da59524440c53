import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endedAfterDays } from '#features/models/rules.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { reportLowResults } from './report-low-results.ts'

let testSite: CompareSite
beforeAll(async () => {
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())
beforeEach(() => testSite.db.deleteFrom('modelOffers').execute())

/** The answers of the model `steady` contain this text, and those of `writer` don't. */
const steadyText = 'answer in four'
let promptCount = 0

async function addTestedPrompt(models = ['steady', 'writer'], text = steadyText) {
  const author = await testSite.member()
  const json = {
    title: `Greeting ${++promptCount}`,
    content: `Say hello to number ${promptCount}.`,
    category: 'general',
  }
  const { id, slug } = (await testSite.post('/api/prompts', author, json)).body
  const draft = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text }] }
  await testSite.post(`/api/prompts/${id}/tests/cases`, author, draft)
  const run = await testSite.stream(`/api/prompts/${id}/tests/runs`, { as: author, json: { models } })
  await run.events()
  return { author, id: id as string, slug: slug as string }
}
const advanceDays = (days: number) => {
  testSite.clock.time = new Date(testSite.clock.time.getTime() + days * 86_400_000)
}
/** Runs the job of a site that now offers these models. */
const report = (...offered: string[]) => reportLowResults(testSite.db, { offered, now: testSite.clock.time })
/** Offers both models, and then sets the clock so far ahead that `steady` has ended unless it is offered again. */
async function endSteady() {
  await report('steady', 'writer')
  advanceDays(endedAfterDays + 1)
}
async function notificationsOf(as: string) {
  await deliverEvents(testSite.db, () => testSite.clock.time)
  const { body } = await testSite.request('/api/notifications', { as })
  return body.items.filter(({ kind }: { kind: string }) => kind === 'low-results')
}
const eventsOf = (promptId: string) =>
  testSite.db
    .selectFrom('notificationEvents')
    .select('id')
    .where('promptId', '=', promptId)
    .where('kind', '=', 'low-results')
    .execute()

describe('when a model is no longer offered', () => {
  it('an author whose prompt fails on all other models is notified once, even by concurrent calls', async () => {
    const { author, id, slug } = await addTestedPrompt()
    await endSteady()
    await Promise.all(Array.from({ length: 4 }, () => report('writer')))
    advanceDays(1)
    await report('writer')
    expect(await eventsOf(id)).toHaveLength(1)
    expect(await notificationsOf(author)).toMatchObject([
      {
        text: 'steady is no longer offered, and your prompt passes fewer than half of its tests on other models',
        title: `Greeting ${promptCount}`,
        path: `/prompt/${slug}/tests`,
      },
    ])
  })

  it('nobody is notified in the first week, which starts again if the model is offered again', async () => {
    const { id } = await addTestedPrompt()
    await report('steady', 'writer')
    advanceDays(endedAfterDays)
    await report('writer')
    expect(await eventsOf(id)).toEqual([])
    await report('steady', 'writer')
    advanceDays(endedAfterDays)
    await report('writer')
    expect(await eventsOf(id)).toEqual([])
    advanceDays(1)
    await report('writer')
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it('an author is notified only after another model was tested with low results', async () => {
    const { author, id } = await addTestedPrompt(['steady'])
    await endSteady()
    await report('writer')
    expect(await eventsOf(id)).toEqual([])
    const run = await testSite.stream(`/api/prompts/${id}/tests/runs`, { as: author, json: { models: ['writer'] } })
    await run.events()
    await report('writer')
    expect(await notificationsOf(author)).toHaveLength(1)
  })

  it('nobody is notified of a prompt that had low results on this model too, or that is hidden', async () => {
    const lowPrompt = await addTestedPrompt(['steady', 'writer'], 'a text that neither model writes')
    const hiddenPrompt = await addTestedPrompt()
    await testSite.request(`/api/prompts/${hiddenPrompt.id}`, {
      as: hiddenPrompt.author,
      method: 'PATCH',
      json: { status: 'draft' },
    })
    await endSteady()
    await report('writer')
    for (const { id } of [lowPrompt, hiddenPrompt]) expect(await eventsOf(id)).toEqual([])
  })

  it('an author who switched off such notifications gets none', async () => {
    const { author } = await addTestedPrompt()
    const json = { off: ['low-results'] }
    await testSite.request('/api/user/notification-settings', { as: author, method: 'PATCH', json })
    await endSteady()
    await report('writer')
    expect(await notificationsOf(author)).toEqual([])
  })
})
