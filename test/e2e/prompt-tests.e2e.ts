import type { Page } from '@playwright/test'
import { valueSetLimits } from '#features/worksheet/value-set-rules.ts'
import { type AiSite, startAiSite } from './ai-site.ts'
import { chip, joinSite } from './credit-steps.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, openMore, test, uncheckAll } from './story.ts'

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

// The browser logs the 400 of a case that doesn't say what it tests.
test.use({ expectedMessages: [/status of 400/] })

test('an author adds a case, tries it, runs it on two models, and visitors read every answer without JavaScript', async ({
  page,
  browser,
}) => {
  await joinSite(page, site)
  const json = { title: 'A greeting that is tested', content: 'Say hello to {{name}} politely.', category: 'general' }
  const { slug } = await (await page.request.post(`${site.url}/api/prompts`, { data: json })).json()
  await page.goto(`${site.url}/prompt/${slug}`)
  await openMore(page)
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await expect(page.getByText('Save inputs and what a good answer must have')).toBeVisible()
  await page.getByLabel('Your value for “Name”').fill('Ada')
  await page.getByLabel('An answer to check').fill('Hello, Grace')
  await page.getByRole('button', { name: 'Check the answer' }).click()
  await expect(page.getByText('The answer doesn’t contain the text.')).toBeVisible()
  await expect(page.getByText('At most 300 words', { exact: true })).toBeVisible()
  await checkScreen(page)

  await page.getByRole('button', { name: 'Add a case' }).click()
  const form = page.getByRole('form', { name: 'Add case' })
  await form.getByLabel('name', { exact: true }).fill('x'.repeat(valueSetLimits.total + 1))
  await form.getByRole('button', { name: 'Add case' }).click()
  await expect(form.getByText('Say what this case tests.').first()).toBeVisible()
  for (const label of ['name', 'Text'])
    await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('What it tests').fill('Greets by name')
  await form.getByLabel('name', { exact: true }).fill('Ada')
  await form.getByLabel('Text', { exact: true }).fill('answer')
  await form.getByText('Check it without a model').click()
  await form.getByLabel('An answer to check').fill('Hello, Ada')
  await form.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(form.getByText('Say hello to Ada politely.')).toBeVisible()
  await expect(form.getByText('The answer doesn’t contain the text.')).toBeVisible()
  await checkScreen(page)
  await form.getByRole('button', { name: 'Add case' }).click()
  await expect(page.getByRole('heading', { name: '1. Greets by name' })).toBeVisible()

  const run = page.getByRole('region', { name: 'Run', exact: true })
  await uncheckAll(run)
  await run.getByRole('checkbox', { name: /steady/ }).check()
  await run.getByRole('checkbox', { name: /faulty/ }).check()
  // Each answer costs 2 credits. The three of “faulty” fail and cost nothing, so 24 of the first 30 credits remain.
  await expect(run.getByText('12 credits')).toBeVisible()
  await run.getByRole('button', { name: 'Run tests' }).click()
  await expect(run.getByText('Finished: 6 of 6 answers')).toBeVisible()
  await expect(chip(page)).toContainText('24')
  const results = page.getByRole('region', { name: 'Results' })
  await page.reload()
  await expect(results.getByRole('row', { name: /steady/ })).toContainText('3 of 3')
  await checkScreen(page)

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await expect(async () => {
    await visitor.goto(`${site.url}/prompt/${slug}`)
    await expect(visitor.getByRole('region', { name: 'Tests' })).toContainText('3 of 3', { timeout: 100 })
  }).toPass()
  await visitor.getByRole('link', { name: 'All cases and answers' }).click()
  await expect(visitor.getByText('Contains “answer”')).toBeVisible()
  await visitor.getByRole('region', { name: 'Runs' }).getByRole('link').first().click()
  await expect(visitor.getByText('Here is an answer in four pieces.')).toHaveCount(3)
  await visitor.goto(`${site.url}/prompts?results=true`)
  await expect(visitor.getByRole('link', { name: json.title }).first()).toBeVisible()

  // With nine answers, a row also shows an interval, which must not make the page wider than a phone.
  for (let count = 0; count < 2; count++)
    await (
      await page.request.post(`${site.url}/api/prompts/${slug}/tests/runs`, { data: { models: ['steady'] } })
    ).text()
  await page.setViewportSize({ width: 390, height: 844 })
  await visitor.setViewportSize({ width: 390, height: 844 })
  await expect(async () => {
    await visitor.goto(`${site.url}/prompt/${slug}`)
    await expect(visitor.getByRole('row', { name: /steady/ }).getByRole('img')).toBeAttached({ timeout: 100 })
  }).toPass()
  await expectNoSidewaysScroll(visitor)
  for (const path of ['', '/tests']) {
    const interval = page.getByRole('row', { name: /steady/ }).getByRole('img', { name: /95% interval/ })
    // A cached page may be up to two seconds old.
    await expect(async () => {
      await page.goto(`${site.url}/prompt/${slug}${path}`)
      await expect(interval).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectNoSidewaysScroll(page)
  }

  await page.goto(`${site.url}/prompt/${slug}/edit`)
  await page.getByText('Run the prompt’s tests on this text').click()
  await expect(page.getByRole('button', { name: 'Run tests' })).toBeVisible()
})

test('a member runs tests with their own OpenRouter key, which costs no credits', async ({ page }) => {
  const model = 'meta-llama/llama-steady'
  site.vendors.lists.openrouter = {
    data: [
      {
        id: model,
        created: 1_780_000_000,
        context_length: null,
        architecture: { output_modalities: ['text'] },
        pricing: { prompt: '0.0000001', completion: '0.0000003' },
      },
    ],
  }
  await joinSite(page, site)
  const json = { title: 'A greeting with my own key', content: 'Say hello to {{name}}.', category: 'general' }
  const { slug } = await (await page.request.post(`${site.url}/api/prompts`, { data: json })).json()
  const data = { reason: 'Answers', values: { name: 'Ada' }, checks: [{ kind: 'contains', text: 'answer' }] }
  await page.request.post(`${site.url}/api/prompts/${slug}/tests/cases`, { data })
  await page.goto(`${site.url}/prompt/${slug}/tests`)
  const run = page.getByRole('region', { name: 'Run', exact: true })
  await expect(run.getByRole('checkbox', { name: /steady/ }).first()).toBeVisible()
  await run.getByText('Use your own key', { exact: true }).click()
  const key = run.getByLabel('OpenRouter key')
  // At the first character, the list of models changes, but the field keeps what is typed.
  await key.pressSequentially('sk-or-v1-own-012345')
  await expect(key).toHaveValue('sk-or-v1-own-012345')
  const llama = run.getByRole('checkbox', { name: /llama-steady/ })
  await expect(llama).toBeVisible()
  await uncheckAll(run)
  await llama.check()
  await run.getByRole('button', { name: 'Run tests' }).click()
  await expect(run.getByText('Finished: 3 of 3 answers')).toBeVisible()
  await expect(chip(page)).toContainText('30')
  await page.reload()
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByRole('row', { name: /Llama/ })).toContainText('Not charged')
  const requests = site.vendors.received.filter(({ vendor }) => vendor === 'openrouter')
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer sk-or-v1-own-012345'))
})
