import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApiTransport } from '#client/api-transport.ts'
import { type CompareSite, comparisonIdIn, createCompareSite } from '#test/compare-site.ts'
import { renderSite } from '#test/render-site.ts'
import { loadLateSections } from '#ui/lists/late-section.tsx'
import { ratedVotesMin } from '../../rules.ts'

/** The test site's fake models `steady` (OpenAI) and `writer` (Anthropic) answer every question. */
let testSite: CompareSite
let requestedPaths: string[] = []
let isBusy = false
setApiTransport(async (path, init) => {
  requestedPaths.push(path)
  if (isBusy && path.startsWith('/api/leaderboard')) return Response.json({ code: 'overloaded' }, { status: 503 })
  return testSite.app.request(path, init)
})

beforeAll(async () => {
  await loadLateSections()
  testSite = await createCompareSite()
})
afterAll(() => testSite.close())

async function publishComparison() {
  const owner = await testSite.member()
  const { id: promptId, slug } = await testSite.addPrompt()
  const run = await testSite.compare(owner, { content: undefined, promptId, models: ['steady', 'writer'] })
  const id = comparisonIdIn(await run.events())
  await testSite.post(`/api/comparisons/${id}/publish`, owner)
  return { id, slug }
}

/** Returns the text of a page as a visitor without JavaScript reads it. */
async function textOf(address: string): Promise<string> {
  requestedPaths = []
  const html = (await renderSite(address)).split('</main>')[0] ?? ''
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it('a visitor without JavaScript sees the ratings on a prompt’s page once there are enough votes', async () => {
  const { id, slug } = await publishComparison()
  for (let votes = 0; votes < ratedVotesMin; votes++) {
    if (votes === ratedVotesMin - 1) expect(await textOf(`/prompt/${slug}`)).not.toContain('blind votes on this prompt')
    await testSite.post(`/api/comparisons/${id}/vote`, await testSite.member(), { outcome: 'A', blind: true })
  }
  // Ratings are cached for a minute.
  testSite.clock.time = new Date(testSite.clock.time.getTime() + 61_000)
  const text = await textOf(`/prompt/${slug}`)
  expect(text).toContain(`Measured ${ratedVotesMin} blind votes on this prompt`)
  expect(text).toMatch(/1 ?\. (OpenAI steady|Claude writer) 1,\d{3}/)
  expect(text).toMatch(/Published comparisons 1 comparison (steady, writer|writer, steady) · \w+ \d+, \d{4}/)
  expect((await renderSite(`/prompt/${slug}`)).includes('95% interval from')).toBe(true)
})

it('a prompt’s page lists comparisons even if ratings can’t be read, and requests no ratings if there are no comparisons', async () => {
  const { slug } = await publishComparison()
  isBusy = true
  expect(await textOf(`/prompt/${slug}`)).toContain('Published comparisons')
  isBusy = false
  const plain = await testSite.addPrompt()
  await textOf(`/prompt/${plain.slug}`)
  expect(requestedPaths.some((path) => path.startsWith('/api/leaderboard'))).toBe(false)
})
