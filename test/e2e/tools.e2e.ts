import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

// The tools in these stories are those that add-tools.ts adds.

test('a visitor finds a free tool by its type, sees the host of its link, and returns to the same list', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI tools')
  const list = page.getByRole('region', { name: /tools$/ })
  await page.getByRole('link', { name: /^Text \d/ }).click()
  const free = page.getByRole('link', { name: /^Free to use/ })
  await expect(free, 'the link keeps the type').toHaveAttribute('href', /type=text/)
  await free.click()
  await expect(page).toHaveURL('/tools?type=text&free=true')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['Fallow', 'Lector'])
  await list.getByRole('link', { name: 'Lector', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lector')
  const visitLink = page.getByRole('link', { name: 'Visit lector.example' })
  await expect(visitLink).toHaveAttribute('href', 'https://www.lector.example/start')
  await expect(visitLink).toHaveAttribute('rel', 'nofollow ugc noopener')
  await page.goBack()
  await expect(page).toHaveURL('/tools?type=text&free=true')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['Fallow', 'Lector'])
})

test('search finds a tool whose name is mistyped', async ({ page }) => {
  await page.goto('/search?q=patchbya')
  await page.getByRole('region', { name: 'Tools' }).getByRole('link', { name: 'Patchbay', exact: true }).click()
  await expect(page).toHaveURL('/tools/patchbay')
})

test('a prompt links to related tools, and a tool to prompts', async ({ page }) => {
  await page.goto('/tools/patchbay')
  const prompts = page.getByRole('region', { name: /^Prompts (?:tagged|in) / })
  await prompts.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/prompt\//)
  await page.getByRole('region', { name: 'Related tools' }).getByRole('link', { name: 'Patchbay' }).click()
  await expect(page).toHaveURL('/tools/patchbay')
})

test('the list of tools can be filtered and searched without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('/tools')
  await page.getByRole('link', { name: /^Free to use/ }).click()
  await expect(page).toHaveURL('/tools?free=true')
  await expect(page.getByRole('region', { name: 'Free tools' }).getByRole('heading', { level: 3 })).toHaveText([
    'Fallow',
    'Lector',
    'Murmur',
    'Patchbay',
  ])
  await page.getByRole('searchbox', { name: 'Search tools' }).fill('free tool like Patchbay')
  await page.getByRole('searchbox', { name: 'Search tools' }).press('Enter')
  await expect(page).toHaveURL('/tools?q=free+tool+like+Patchbay')
  await expect(page.getByRole('link', { name: /^Free to use/ })).toHaveAttribute('aria-current', 'true')
  await context.close()
})

test('a visitor who searches for what a tool should do learns that none fits, and can suggest one', async ({
  page,
}) => {
  await page.goto('/tools')
  const field = page.getByRole('searchbox', { name: 'Search tools' })
  await field.fill('free tool to fold laundry')
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: 'No free tool fits' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('link', { name: 'Suggest a tool' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('A tool is missing: free tool to fold laundry')
})
