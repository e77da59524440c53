import { type AiSite, startAiSite } from './ai-site.ts'
import { joinSite } from './credit-steps.ts'
import { expectNoLayoutShift, expectWithinBudgets, openFirstVisit } from './first-visit.ts'
import { expect, expectAccessibleByWidth, expectNoSidewaysScroll, test } from './story.ts'

let site: AiSite

test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startAiSite()
})
test.afterAll(() => site.stop())

type Page = import('@playwright/test').Page

/**
 * As a new member, compares models on a new prompt, publishes the comparison and votes on it. Returns the id of the
 * comparison and the slug of the prompt.
 */
async function publishComparison(page: Page, title: string) {
  await joinSite(page, site)
  const send = async (path: string, data: object, method = 'POST') => {
    const response = await page.request.fetch(`${site.url}${path}`, { method, data })
    expect(response.ok(), await response.text()).toBe(true)
    return response
  }
  const json = { title, content: 'Say hello to {{name}} politely.', category: 'general' }
  const { slug } = await (await send('/api/prompts', json)).json()
  // The fakes of OpenAI (“steady”) and Gemini (“hostile”, which answers with HTML), and the built-in composer.
  const models = ['steady', 'hostile', 'composer']
  const run = await send('/api/comparisons', { promptId: slug, variables: { name: 'Ada' }, models })
  const id = /"comparisonId":"([^"]+)"/.exec(await run.text())?.[1] as string
  await send(`/api/comparisons/${id}/publish`, {})
  await send(`/api/comparisons/${id}/vote`, { outcome: 'steady' })
  return { id, slug }
}

/** Checks that a page is accessible without its scripts. JavaScript stays on, because axe itself needs it. */
async function expectAccessibleWithoutScripts(page: Page, path: string, width: number) {
  const html = await (await page.request.get(`${site.url}${path}`)).text()
  const body = html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace('</head>', '<style>.js-only { display: none !important }</style></head>')
  const plainUrl = `${site.url}${path}?plain`
  await page.route(plainUrl, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.setViewportSize({ width, height: 844 })
  await page.goto(plainUrl)
  await expectAccessibleByWidth(page)
}

test('a visitor without JavaScript finds a published comparison on its prompt’s page and reads it, at any width', async ({
  page,
  browser,
}) => {
  const title = 'A greeting that is compared'
  const { id, slug } = await publishComparison(page, title)
  const context = await browser.newContext({ javaScriptEnabled: false })
  for (const width of [1280, 390]) {
    const visitor = await context.newPage()
    await visitor.setViewportSize({ width, height: 844 })
    await visitor.goto(`${site.url}/prompt/${slug}`)
    const publishedList = visitor.getByRole('region', { name: 'Published comparisons' })
    await expect(publishedList.getByRole('listitem')).toContainText(/(?:\w+, ){2}\w+ · \w+ \d+, \d{4}/)
    await expect(visitor.getByRole('region', { name: 'Comparison', exact: true })).toBeHidden()
    await expectNoSidewaysScroll(visitor)
    await publishedList.getByRole('link', { name: /composer/ }).click()
    await expect(visitor).toHaveURL(`${site.url}/compare/${id}`)
    await expect(visitor).toHaveTitle(`Models compared: ${title} | Promptarium`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
      /^A greeting that is compared: (Composer|Gemini|OpenAI), .*, and (Composer|Gemini|OpenAI) compared$/,
    )
    const answers = visitor.getByRole('article')
    await expect(answers).toHaveCount(3)
    await expect(answers.filter({ hasText: 'OpenAI' })).toContainText('Here is an answer in four pieces.')
    await expect(answers.filter({ hasText: 'OpenAI' })).toContainText(/steady-2026-01-01/)
    await expect(answers.filter({ hasText: 'OpenAI' })).toContainText(/measured on \w+ \d+, \d{4}/)
    await expect(answers.filter({ hasText: 'OpenAI' }).getByText('Price')).toBeVisible()
    const cost = answers.filter({ hasText: 'OpenAI' }).getByText(/^(under )?\$/)
    await expect(cost).toBeVisible()
    await visitor.setViewportSize({ width: 320, height: 844 })
    await expect(cost, 'the least important number in a narrow answer').toBeHidden()
    await visitor.setViewportSize({ width, height: 844 })
    await expect(answers.filter({ hasText: 'Gemini' })).toContainText('<script>alert(1)</script>')
    await expect(visitor.getByRole('listitem').filter({ hasText: '1 vote' })).toContainText('OpenAI')
    await visitor.getByText('The text that the models got').click()
    await expect(visitor.locator('.cmp-prompt')).toHaveText('Say hello to Ada politely.')
    // What needs JavaScript isn't offered.
    for (const name of ['Prefer this', 'Tie', 'Copy the answer from OpenAI'])
      await expect(visitor.getByRole('button', { name })).toHaveCount(0)
    await expect(visitor.getByRole('region', { name: 'Comments' })).toBeVisible()
    await expectNoSidewaysScroll(visitor)
    for (const path of [`/prompt/${slug}`, `/compare/${id}`]) await expectAccessibleWithoutScripts(page, path, width)
  }
  const html = await (await page.request.get(`${site.url}/compare/${id}`)).text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  await context.close()
})

test('in a wide window and a narrow one, first visits to a comparison and its prompt stay within their budgets, without layout shifts', async ({
  page,
  browser,
}) => {
  const { id, slug } = await publishComparison(page, 'A greeting that is measured')
  for (const width of [1280, 390])
    for (const path of [`/compare/${id}`, `/prompt/${slug}`]) {
      const context = await browser.newContext({ viewport: { width, height: 844 } })
      const visitor = await context.newPage()
      const visit = await openFirstVisit(visitor, `${site.url}${path}`)
      expect(visit.status).toBe(200)
      await expectWithinBudgets(visit)
      await expectNoLayoutShift(visitor)
      await expectAccessibleByWidth(visitor)
      await expectNoSidewaysScroll(visitor)
      await context.close()
    }
})
