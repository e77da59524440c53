import { storageEntries } from '#features/site/storage-rules.ts'
import { expect, test } from './story.ts'

test('a name in another letter case redirects permanently to the user’s address', async ({ request }) => {
  const answer = await request.get('/user/PromptArium', { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  expect(answer.headers().location).toMatch(/\/user\/promptarium$/)
})

test('from a prompt to its author, and to the rest of their prompts', async ({ page }) => {
  await page.goto('/prompts')
  await page.getByRole('main').getByRole('link', { name: 'promptarium', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('promptarium')
  const firstPage = await page.locator('[data-walk]').allTextContents()
  expect(firstPage).toHaveLength(20)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/promptarium\?cursor=/)
  await expect(page.locator('[data-walk]').first()).not.toHaveText(firstPage[0] ?? '')
  await page.goBack()
  await expect(page.locator('[data-walk]')).toHaveText(firstPage)
})

test('cookies and storage contain only what the cookies page lists', async ({ page, context }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.goto('/prompts', { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo(0, 500))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies')
  expect(await context.cookies(), 'a visitor who has chosen nothing').toEqual([])
  await page.getByRole('button', { name: 'Decline' }).click()
  const inStorage = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const stored = [...inStorage, ...(await context.cookies()).map(({ name }) => name)]
  expect(stored).toContain('theme')
  expect(stored.filter((key) => !storageEntries.some((item) => key.startsWith(item.key)))).toEqual([])
  for (const { key } of storageEntries) await expect(page.getByRole('main')).toContainText(key)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('users and the pages about the site are readable, with links', async ({ page }) => {
    await page.goto('/')
    for (const name of ['Help', 'Contact', 'Terms', 'Privacy', 'Cookies', 'Site map']) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contributors' }).click()
    await expect(page.getByRole('main').getByRole('table')).toContainText('Score')
    await page.goto('/prompts')
    await page.getByRole('main').getByRole('link', { name: 'promptarium', exact: true }).first().click()
    await page.getByRole('link', { name: 'Next', exact: true }).click()
    await expect(page).toHaveURL(/\/user\/promptarium\?cursor=/)
  })
})
