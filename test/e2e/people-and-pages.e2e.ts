import { storageEntries } from '#features/site/storage-rules.ts'
import { slugify } from '#lib/slug.ts'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

test('a username in another letter case redirects permanently to the user’s address', async ({ request }) => {
  const response = await request.get('/user/PromptArium', { maxRedirects: 0 })
  expect(response.status()).toBe(301)
  expect(response.headers().location).toMatch(/\/user\/promptarium$/)
})

test('an imported prompt links to all prompts credited to its author, who isn’t a member', async ({ page }) => {
  const { username } = await signUp(page)
  const name = `Grace of ${username}`
  // The second name in the credit is the id of an account at another catalogue, so the site must not show it.
  const rows = Array.from({ length: 22 }, (_, number) => ({
    title: `Dinner ${number} of ${username}`,
    content: `Plan a dinner for {{guests}} people, with ${number} courses.`,
    credit: `${name},member-a45e44c9`,
  }))
  const data = { format: 'json', status: 'published', content: JSON.stringify(rows) }
  expect((await page.request.post('/api/user/prompts/import', { data })).status()).toBe(200)

  await page.goto(`/prompt/${slugify(`Dinner 1 of ${username}`)}`)
  await expect(page.getByRole('main')).not.toContainText('a45e44c9')
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Credited, not a member yet')).toBeVisible()
  const firstPage = await page.locator('[data-list-item]').allTextContents()
  expect(firstPage).toHaveLength(18)
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/\/author\/Grace%20of%20\w+\?cursor=/)
  await expect(page.locator('[data-list-item]')).toHaveCount(4)
  await page.goBack()
  await expect(page.locator('[data-list-item]')).toHaveText(firstPage)

  const path = `/author/${encodeURIComponent(name)}`
  const other = await page.request.get(`/author/${encodeURIComponent(name.toUpperCase())}`, { maxRedirects: 0 })
  expect([other.status(), other.headers().location?.endsWith(path)]).toEqual([301, true])
  expect((await page.request.get('/author/member-a45e44c9')).status()).toBe(404)
  await page.goto(`/user/${username}`)
  await expect(page.getByText(`${username} has not written a prompt here yet.`)).toBeVisible()
})

test('on their own page, members can’t report themselves or vote', async ({ page, request }) => {
  const { username } = await signUp(page)
  const prompt = { title: titleOf('Own page'), description: '', content: 'Say hello to {{name}}.', category: 'general' }
  expect((await page.request.post('/api/prompts', { data: { ...prompt, tags: [] } })).status()).toBe(201)
  expect((await page.request.patch('/api/user/profile', { data: { bio: 'I say hello.', link: '' } })).ok()).toBe(true)
  await page.goto(`/user/${username}`)
  await expect(page.getByRole('link', { name: 'Edit your page' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Save ${prompt.title}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /vote/i })).toHaveCount(0)
  await expect(page.getByText('Report this page')).toHaveCount(0)
  expect(await (await request.get(`/user/${username}`)).text()).toContain('Report this page')
})

test('cookies and storage contain only what the cookies page lists', async ({ page, context }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.goto('/prompts', { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo(0, 500))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies')
  expect(await context.cookies(), 'cookies before the visitor has answered the cookie banner').toEqual([])
  await page.getByRole('button', { name: 'Decline' }).click()
  const inStorage = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const stored = [...inStorage, ...(await context.cookies()).map(({ name }) => name)]
  expect(stored).toContain('theme')
  expect(stored.filter((key) => !storageEntries.some((item) => key.startsWith(item.key)))).toEqual([])
  for (const { key } of storageEntries) await expect(page.getByRole('main')).toContainText(key)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages of contributors and the pages about the site are readable, with links', async ({ page }) => {
    await page.goto('/')
    for (const name of ['Help', 'Contact', 'Terms', 'Privacy', 'Cookies', 'Site map']) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contributors' }).click()
    // An author whom the imported test/fixtures/ugly-prompts.csv credits.
    await page.getByRole('main').getByRole('link', { name: 'jo_hansen', exact: true }).click()
    await expect(page).toHaveURL(/\/author\/jo_hansen$/)
    await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await expect(page.getByRole('main')).toContainText('Imported by')
  })
})
