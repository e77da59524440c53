import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApiTransport } from '#client/api-transport.ts'
import { type CompareSite, createCompareSite } from '#test/compare-site.ts'
import { renderSite } from '#test/render-site.ts'
import { createTestSite } from '#test/test-site.ts'
import { loadLateSections } from '#ui/lists/late-section.tsx'

setApiTransport(async (path, init) => testSite.app.request(path, init))

let testSite: CompareSite
let author: string
let slug: string
let runId: string

beforeAll(async () => {
  await loadLateSections()
  testSite = await createCompareSite()
  author = await testSite.member()
  const json = { title: 'A tested greeting', content: 'Say hello to {{name}} politely.', category: 'general' }
  slug = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body.slug
  const draft = {
    reason: 'Greets by name',
    values: { name: 'Ada' },
    checks: [
      { kind: 'contains', text: 'an answer' },
      { kind: 'words-max', words: 9 },
    ],
  }
  await testSite.post(`/api/prompts/${slug}/tests/cases`, author, draft)
  await testSite.post(`/api/prompts/${slug}/tests/cases`, author, {
    ...draft,
    reason: 'Says nothing else',
    checks: [{ kind: 'equals', text: 'Hello' }],
  })
  for (let i = 0; i < 2; i++) {
    const json = { models: ['steady'] }
    const run = await testSite.stream(`/api/prompts/${slug}/tests/runs`, { as: author, json })
    runId = String((await run.events())[0]?.data.runId)
  }
})
afterAll(() => testSite.close())

/** Returns the text of a page without JavaScript, up to </main>. The data of the page's queries comes after that. */
async function textOf(address: string): Promise<string> {
  const html = (await renderSite(address)).split('</main>')[0] ?? ''
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it('a visitor reads results, cases, runs and every answer with its checks', async () => {
  const prompt = await textOf(`/prompt/${slug}`)
  expect(prompt).toMatch(/Tests 2 cases; models answer each 3 times/)
  expect(prompt).toMatch(/OpenAI steady-2026-01-01 6 of 12/)
  const tests = await textOf(`/prompt/${slug}/tests`)
  expect(tests).toContain('6 of 12')
  expect(tests).toMatch(/1 ?\. ?Greets by name/)
  expect(tests).toContain('At most 9 words')
  expect(tests).toContain('3 of 6')
  const run = await textOf(`/prompt/${slug}/tests?run=${runId}&case=1`)
  expect(run).toContain('Here is an answer in four pieces.')
  expect(run).toContain('The answer is a different text.')
  expect(run).toMatch(/steady: 3 of 3, passed/)
  expect(run).toMatch(/steady: 0 of 3, failed/)
  expect(await renderSite(`/prompt/${slug}`)).toContain('95% interval from 25% to 75%')
})

it('after an edit, results are gray and the page shows what changed', async () => {
  const json = { content: 'Greet {{name}} warmly.' }
  await testSite.request(`/api/prompts/${slug}`, { as: author, method: 'PATCH', json })
  expect(await textOf(`/prompt/${slug}`)).toContain('What changed between version 1 and 2')
  const html = await renderSite(`/prompt/${slug}/tests`)
  expect(html).toContain('is-outdated')
  expect(html).toMatch(/<del>.*Say hello to/s)
})

it('without cases, the section about tests doesn’t say how often models answer each', async () => {
  const { cases } = (await testSite.request(`/api/prompts/${slug}/tests`, { as: author })).body
  for (const { id } of cases)
    await testSite.request(`/api/prompts/${slug}/tests/cases/${id}`, { as: author, method: 'DELETE' })
  expect(await textOf(`/prompt/${slug}`)).toMatch(/Tests 0 cases All cases.*OpenAI steady-2026-01-01 6 of 12/)
})

it('the address of a missing run or prompt shows the 404 page', async () => {
  expect(await textOf(`/prompt/${slug}/tests?run=${slug}`)).toContain('Page Not Found')
  expect(await textOf('/prompt/no-such-prompt/tests')).toContain('Page Not Found')
})

it('the page of a prompt without cases explains what a case is, and says how models answer only if the site has models', async () => {
  const json = { title: 'A letter', content: 'Write for {{name}} about {{defect}}.', category: 'general' }
  const { slug: untestedSlug } = (await testSite.request('/api/prompts', { as: author, method: 'POST', json })).body
  const withModels = await textOf(`/prompt/${untestedSlug}/tests`)
  expect(withModels).toMatch(/Save inputs and what a good answer must have.*Every model answers each case 3 times/)
  expect(withModels).toContain('Your value for “defect”')

  const siteWithoutModels = await createTestSite()
  setApiTransport(async (path, init) => siteWithoutModels.app.request(path, init))
  const as = await siteWithoutModels.addUser('writer')
  const { slug: otherSlug } = (await siteWithoutModels.request('/api/prompts', { as, method: 'POST', json })).body
  const withoutModels = await textOf(`/prompt/${otherSlug}/tests`)
  expect(withoutModels).toContain('This prompt has no test cases yet.')
  expect(withoutModels).not.toMatch(/Every model|An answer passes/)
  await siteWithoutModels.close()
})
