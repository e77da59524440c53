import type { Page } from '@playwright/test'
import { type AiSite, startAiSite } from './ai-site.ts'
import { joinSite } from './credit-steps.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

let site: AiSite

test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startAiSite()
})
test.afterAll(() => site.stop())

const checkScreen = (page: Page) =>
  inBothThemes(page, async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

test('an admin marks a model as ended, and an author runs the tests of a prompt that only it proved on a successor', async ({
  page,
  browser,
}) => {
  await joinSite(page, site)
  const title = 'A greeting in four languages'
  const json = { title, content: 'Say hello to {{name}} in four languages.', category: 'general' }
  const { id, slug } = await (await page.request.post(`${site.url}/api/prompts`, { data: json })).json()
  const draft = { reason: 'Answers', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer in four' }] }
  await page.request.post(`${site.url}/api/prompts/${id}/tests/cases`, { data: draft })
  await page.goto(`${site.url}/prompt/${slug}`)
  await expect(page.getByText('Not tested on any model yet.')).toBeVisible()
  const run = await page.request.post(`${site.url}/api/prompts/${id}/tests/runs`, { data: { models: ['steady'] } })
  expect(await run.text()).toContain('event: end')
  const expectProof = (text: RegExp) =>
    expect(async () => {
      await page.goto(`${site.url}/prompt/${slug}`)
      await expect(page.getByText(text)).toBeVisible({ timeout: 1000 })
    }).toPass()
  await expectProof(/^Tested on steady, .*: 3 of 3 test answers passed\.$/)
  await checkScreen(page)

  const { page: admin } = await openSignedIn(browser, 'admin', site)
  await admin.goto('/admin')
  const offer = admin.getByRole('region', { name: 'Answers beside featured prompts' })
  await expect(offer.getByRole('button', { name: /^Ask about \d+ prompts$/ })).toBeVisible()
  await checkScreen(admin)
  await admin.goto('/admin/models')
  await admin.getByLabel('Mark a model as ended').selectOption('steady')
  await admin.getByRole('button', { name: 'Mark as ended' }).click()
  const marked = admin.getByRole('region', { name: 'Ended models' })
  await expect(marked.getByText('steady: 1 prompt (1 with tests).')).toBeVisible()
  await checkScreen(admin)

  await expectProof(/^Tested earlier on steady/)
  await page.goto(`${site.url}/my-prompts`)
  const radar = page.getByRole('region', { name: 'Ended models' })
  await radar.getByText('steady: 1 prompt').click()
  await radar.getByLabel('Successor').selectOption('writer')
  await expect(radar.getByText('9 credits')).toBeVisible()
  await checkScreen(page)
  await radar.getByRole('button', { name: 'Run their tests' }).click()
  await expect(radar.getByText('3 of 3 answers')).toBeVisible()
  const row = radar.getByRole('row', { name: title })
  await expect(row).toContainText('0 of 3')
  await expect(row).toContainText('Worse by 100 points')
  await page.setViewportSize({ width: 320, height: 640 })
  await checkScreen(page)
})
