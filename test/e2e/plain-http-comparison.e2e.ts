import sharp from 'sharp'
import { type AiSite, startAiSite } from './ai-site.ts'
import { joinSite } from './credit-steps.ts'
import { expectSignedIn, fillRegistration, makeMember } from './members.ts'
import { expect, test, uncheckAll } from './story.ts'

/**
 * A host name that only this browser knows. Unlike pages of localhost, its pages aren't secure contexts, so they lack
 * most of Web Crypto.
 */
const host = 'promptarium.lan'
// `setup.ts` sets this variable to the options for launching Chromium, as JSON.
const { STORY_CHROMIUM } = process.env
const chromium = STORY_CHROMIUM ? JSON.parse(STORY_CHROMIUM) : { args: [] }

let site: AiSite
let url: string

test.use({
  launchOptions: { ...chromium, args: [...chromium.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] },
  baseURL: async ({ baseURL: _ }, use) => use(url),
})
test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startAiSite()
  url = site.url.replace('127.0.0.1', host)
})
test.afterAll(() => site.stop())

test('on plain HTTP, a member runs tests, adds a picture and votes in a blind round', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const author = await (await browser.newContext()).newPage()
  await joinSite(author, site)
  const post = async (path: string, data: object) => {
    const response = await author.request.post(`${site.url}${path}`, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return response
  }
  const prompt = { title: 'A greeting over plain http', content: 'Say hello politely.', category: 'general' }
  const { slug } = await (await post('/api/prompts', prompt)).json()
  const testCase = { reason: 'Answers', values: {}, checks: [{ kind: 'contains', text: 'answer' }] }
  await post(`/api/prompts/${slug}/tests/cases`, testCase)
  const run = await post('/api/comparisons', { promptId: slug, variables: {}, models: ['steady', 'writer'] })
  const id = /"comparisonId":"([^"]+)"/.exec(await run.text())?.[1]
  await post(`/api/comparisons/${id}/publish`, {})
  const painting = { title: 'A fox, painted', content: 'A fox in the rain, oil painting', category: 'image-generation' }
  const imagePrompt = await (await post('/api/prompts', painting)).json()

  await page.goto('/auth')
  expect(await page.evaluate(() => [isSecureContext, crypto.subtle])).toEqual([false, undefined])
  const member = makeMember()
  await fillRegistration(page, member)
  await expectSignedIn(page, member)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()

  await page.goto(`/prompt/${slug}/tests`)
  const runner = page.getByRole('region', { name: 'Run', exact: true })
  await uncheckAll(runner)
  await runner.getByRole('checkbox', { name: /steady/ }).check()
  await runner.getByRole('button', { name: 'Run tests' }).click()
  await expect(runner.getByText('Finished: 3 of 3 answers')).toBeVisible()

  await page.goto(`/prompt/${imagePrompt.slug}`)
  const section = page.getByRole('region', { name: 'Pictures' })
  const form = page.getByRole('dialog', { name: 'Add an example' })
  await expect(async () => {
    await section.getByRole('button', { name: 'Add a picture' }).click()
    await expect(form).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#c06030' } }).png()
  const file = { name: 'fox.png', mimeType: 'image/png', buffer: await picture.toBuffer() }
  await form.getByLabel('Pictures', { exact: true }).last().setInputFiles([file])
  await form.getByLabel('What it shows').fill('A fox in the rain')
  await form.getByLabel('Model').fill('Flux 2')
  await form.getByRole('button', { name: 'Add example' }).click()
  await expect(section.getByText('Only you can see this.')).toBeVisible()
  const shownPicture = section.getByRole('img', { name: 'A fox in the rain' })
  await expect.poll(() => shownPicture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/compare/vote')
  const round = page.getByRole('region', { name: 'Blind round' })
  const texts = round.getByRole('region', { name: 'Answer' })
  // Passes attention checks, whose two answers are the same, until a round has two different answers.
  for (;;) {
    await expect(texts).toHaveCount(2)
    const [a, b] = await texts.allTextContents()
    await page.getByRole('button', { name: a === b ? 'Equally good' : 'A is better' }).click()
    await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
    if (a !== b) break
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await expect(round.getByRole('article', { name: 'OpenAI' })).toContainText('steady')
})
