import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './story.ts'
import { titleOf } from './writer.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the button Filters opens the filters and then shows how many are set, and a tap removes one', async ({
    page,
  }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    const blanks = page.getByRole('combobox', { name: 'Blanks' })
    await blanks.selectOption('true')
    await expect(page).toHaveURL(/\?blanks=/)
    await page.getByRole('button', { name: 'Show prompts' }).tap()
    await expect(blanks).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters 1' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'With blanks , remove this filter' }).tap()
    await expect(page).toHaveURL(/\/prompts$/)
  })

  test('image prompts have a filter for the ratio, unlike other prompts', async ({ page }) => {
    await signUp(page)
    for (const content of ['A photorealistic photograph of a lake, 4:5.', 'A watercolor painting of a harbor, 16:9.']) {
      const prompt = { title: titleOf('Picture'), content, category: 'image-generation' }
      expect((await page.request.post('/api/prompts', { data: prompt })).status()).toBe(201)
    }
    await page.goto('/category/image-generation', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await page.getByRole('combobox', { name: 'Ratio', exact: true }).selectOption('4:5')
    await expect(page).toHaveURL(/\?ratio=/)
    await page.getByRole('button', { name: 'Show prompts' }).tap()
    await expect(page.getByRole('link', { name: '4:5 , remove this filter' })).toBeVisible()
    await expect(page.getByText('Photo · 4:5').first()).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto('/category/general', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await expect(page.getByRole('combobox', { name: 'Blanks' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Ratio' })).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a list is filtered by a form, which keeps the other parameters of the URL', async ({ page }) => {
    await page.goto('/prompts?view=table')
    await page.getByRole('combobox', { name: 'Blanks' }).selectOption('ready')
    await page.getByRole('button', { name: 'Show prompts' }).click()
    await expect(page).toHaveURL(/\/prompts\?view=table&.*blanks=ready/)
    await expect(page.getByRole('combobox', { name: 'Blanks' })).toHaveValue('ready')
    await expect(page.getByRole('table')).toBeVisible()
  })
})

test('a list hydrates with any order of the parameters in its URL, and with unknown ones', async ({ page }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  for (const path of [
    '/prompts?utm_source=a&view=table&blanks=true',
    '/category/research?utm_source=a&view=table&blanks=true',
    '/tools?utm_source=a&free=true&type=text',
    '/search?utm_source=a&blanks=true&q=letter',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // The HTML of each page contains its data, so the browser must not request this data.
  expect(requestedUrls.filter((url) => /\/api\/(prompts|filters|tools|search)/.test(url))).toEqual([])
})

test.describe('a value that no filter has', () => {
  test.use({ expectedMessages: [/404/] })

  test('leads to the 404 page', async ({ page }) => {
    for (const path of ['/prompts?ratio=4:5&length=bogus', '/category/image-generation?ratio=4:5&length=bogus']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    }
  })
})
