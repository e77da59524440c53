import { expect, openMore, test } from './story.ts'

test('a visitor searches with a typo, fills two blanks and copies the filled text', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').locator('input[name="q"]').fill('cover leter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=cover(\+|%20)leter/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('cover leter')
  await page.getByRole('link', { name: 'Cover Letter Writer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cover Letter Writer')

  const worksheet = page.getByRole('region', { name: 'Worksheet' })
  await worksheet.getByRole('textbox', { name: 'position' }).last().fill('head gardener')
  await worksheet.getByRole('textbox', { name: 'company' }).last().fill('the city of Ghent')
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeVisible()

  const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
  expect(clipboardText).toContain('head gardener')
  expect(clipboardText).toContain('the city of Ghent')
  expect(clipboardText).not.toMatch(/\{\{(position|company)/)
})

test('an empty blank is copied as its variable, and copying twice counts once', async ({ page, request }) => {
  const before = await (await request.get('/api/prompts/poet')).json()
  await page.goto('/prompt/poet')
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  await expect(async () => {
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('{{thing}}')
  }).toPass()
  await page
    .getByRole('button', { name: /^Copy|^Copied/ })
    .first()
    .click()
  await expect(async () => {
    const after = await (await request.post('/api/prompts/poet/copy')).json()
    // The copy in the browser and this request count as copies by two visitors.
    expect(after.copies).toBe(before.copies + 2)
  }).toPass()
})

test('a card’s text is copied in Safari, which copies only while the press is handled', async ({ page }) => {
  await page.addInitScript(() => {
    const { clipboard } = navigator
    const write = clipboard.write.bind(clipboard)
    const refuse = () => Promise.reject(new DOMException('Not within a press.', 'NotAllowedError'))
    clipboard.writeText = refuse
    clipboard.write = (items) => (event?.type === 'click' ? write(items) : refuse())
    document.execCommand = () => false
  })
  await page.goto('/search?q=poet')
  await page.getByRole('button', { name: 'Copy Poet', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Copied/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('{{thing}}')
})

test('a button that is clicked before hydration acts afterwards', async ({ page }) => {
  const scriptsArrive = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scriptsArrive.promise
    await route.continue()
  })
  await page.goto('/prompt/poet', { waitUntil: 'commit' })
  const upvote = page.getByRole('button', { name: 'Upvote' })
  await upvote.click()
  await expect(page).toHaveURL(/\/prompt\/poet/)
  scriptsArrive.resolve()
  await expect(page).toHaveURL(/\/auth/)
})

test('a button that is clicked while React waits for the code of the page acts once afterwards', async ({ page }) => {
  const codeArrives = Promise.withResolvers<void>()
  await page.route('**/assets/prompt._slug-*.js', async (route) => {
    await codeArrives.promise
    await route.continue()
  })
  await page.addInitScript(() => {
    const copies: string[] = []
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = (text) => {
      copies.push(text)
      return write(text)
    }
    Object.assign(window, { copies })
  })
  await page.goto('/prompt/poet', { waitUntil: 'commit' })
  // With this property, React marks a document on which it listens for events. It can't hydrate the page yet.
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('_reactListening')))
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  codeArrives.resolve()
  await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { copies: string[] }).copies)).toHaveLength(1)
})

test('a repeated blank is filled everywhere, and HTML in its value is shown as text', async ({ page }) => {
  await page.goto('/prompt/cover-letter-writer')
  const fields = page.getByRole('textbox', { name: 'position' })
  await fields.last().fill('<b>baker</b>')
  for (const field of await fields.all()) {
    const read = () => field.evaluate((node) => ('value' in node ? String(node.value) : (node.textContent ?? '')))
    await expect.poll(read).toBe('<b>baker</b>')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search and lists work, and a prompt is readable, with the names of its blanks', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').locator('input[name="q"]').fill('kitchen')
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('link', { name: 'Kitchen Coach' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/kitchen coach/i)
    await page.goto('/prompt/cover-letter-writer')
    const worksheet = page.getByRole('region', { name: 'Worksheet' })
    await expect(worksheet).toContainText('Write a cover letter for the post of')
    await expect(worksheet).toContainText('position')
    await page.goto('/prompts')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/cursor=/)
  })
})

test('a prompt’s page links to the prompt’s unchanged content as plain text', async ({ page, request }) => {
  const { content } = await (await request.get('/api/prompts/fetch-wrapper-reviewer')).json()
  expect(content).toContain('${')
  const raw = await request.get('/prompt/fetch-wrapper-reviewer.md')
  expect(await raw.text()).toBe(content)
  await page.goto('/prompt/fetch-wrapper-reviewer')
  await openMore(page)
  await expect(page.getByRole('link', { name: /plain text/i })).toHaveAttribute(
    'href',
    '/prompt/fetch-wrapper-reviewer.md',
  )
})
