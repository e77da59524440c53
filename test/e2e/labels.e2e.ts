import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

test('a member puts a label on a version, moves it, and programs and readers follow at once', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page)
  const data = { title: titleOf('A label to move'), content: 'The first text.', category: 'general' }
  const { id, slug } = await (await page.request.post('/api/prompts', { data })).json()
  await page.request.patch(`/api/prompts/${id}`, { data: { content: 'The second text.' } })
  const visitor = await browser.newPage({ baseURL })
  const text = async () => (await visitor.request.get(`/prompt/${slug}.md?label=production`)).text()

  await page.goto(`/prompt/${slug}/history`)
  await page.getByRole('button', { name: 'Label this version 1' }).click()
  const field = page.getByLabel('Label for version 1')
  await expect(field).toBeFocused()
  await field.fill('Production')
  await page.getByRole('button', { name: 'Set label' }).click()
  await expect(page.getByText('Use a word of up to 32 lower-case letters')).toBeVisible()
  await field.fill('production')
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Set label' }).click()
  await expect(page.getByRole('status').filter({ hasText: '“production” is on version 1' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels of version 1' })).toContainText('production')
  expect(await text()).toBe('The first text.')

  await page.getByRole('button', { name: 'Label this version 2' }).click()
  await page.getByLabel('Label for version 2').fill('production')
  await expect(page.getByText('It moves here from version 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Set label' }).click()
  await expect(page.getByRole('list', { name: 'Labels of version 2' })).toContainText('production')
  await expect(page.getByRole('list', { name: 'Labels of version 1' })).not.toContainText('production')
  expect(await text()).toBe('The second text.')

  await visitor.goto(`/prompt/${slug}`)
  await visitor.getByRole('link', { name: 'production: version 2' }).click()
  await expect(visitor.getByRole('list', { name: 'Labels of version 2' })).toContainText('production')
  await expect(visitor.getByRole('button', { name: /^Label this/ })).toHaveCount(0)
  await expect(visitor.getByText('Moves of labels')).toHaveCount(0)

  await page.getByText('Moves of labels').click()
  await expect(page.getByText('“production” moved from version 1 to 2')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Remove the label production' }).click()
  await expect(page.getByText('“production” removed from version 2')).toBeVisible()
  expect((await visitor.request.get(`/prompt/${slug}.md?label=production`)).status()).toBe(404)
  await visitor.close()
})
