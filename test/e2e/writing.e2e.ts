import { signUp, signUpAndOpenHome } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, openMore, test } from './story.ts'
import { fillPromptForm, pressPublish, textValue, titleOf, writePrompt } from './writer.ts'

test('a member writes a prompt with variables, and it appears in search, lists, feeds and the sitemap', async ({
  page,
  request,
}) => {
  const { username } = await signUpAndOpenHome(page)
  const title = titleOf('Bridges for beginners')
  await page.getByRole('banner').getByRole('link', { name: 'Create Prompt' }).click()
  await fillPromptForm(page, title)

  const preview = page.getByRole('region', { name: 'Preview' })
  // The text is `textWithBlanks`. Readers can fill in its [TONE] even if it isn't converted to a blank.
  await expect(preview).toContainText('3 blanks')
  await page.getByRole('button', { name: '[TONE] becomes tone' }).click()
  await expect(page.getByRole('button', { name: '[TONE] becomes tone' })).toBeHidden()
  await expect(preview).toContainText('3 blanks')

  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('Bridges,')
  await tags.press(',')
  await expect(page.getByRole('button', { name: 'Remove tag bridges' })).toBeVisible()
  await pressPublish(page, title)
  await expect(page.getByRole('region', { name: 'Votes' })).toHaveText('No votes yet')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const more = await openMore(page)
  await expect(more.getByRole('link', { name: 'Statistics' })).toBeVisible()

  const { pathname } = new URL(page.url())
  const slug = pathname.split('/').pop() as string
  for (const path of [`/search?q=${encodeURIComponent(title)}`, '/category/education-learning', `/user/${username}`]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  }
  for (const path of ['/feed.xml', '/sitemap/prompts.xml'])
    await expect.poll(async () => (await request.get(path)).text()).toContain(`/prompt/${slug}`)

  await page.goto(pathname)
  await page
    .getByRole('region', { name: 'Worksheet' })
    .getByRole('textbox', { name: 'bridge' })
    .last()
    .fill('the Tower Bridge')
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Explain to a child why the Tower Bridge stands, in short and {{tone}} sentences.',
  )
})

test('a writer may begin with the text: its blanks are chips, a title is offered, and the checker reviews it', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/create-prompt')
  const text = page.getByLabel('Prompt', { exact: true })
  await text.fill('Please write a toast for {{name}}, with {{tone:warm}} words.')
  const blanks = page.locator('.blank-chip')
  await expect(blanks).toHaveText(['blank, name', 'blank, tonewarm'])
  const selected = () => page.evaluate(() => getSelection()?.toString())
  await page.getByRole('button', { name: 'Use “Write a toast for somebody”' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue('Write a toast for somebody')
  await text.fill('Plan a day in {{city}}.')
  await expect(blanks).toHaveCount(1)
  await expect(page.getByLabel('Title'), 'the title stays').toHaveValue('Write a toast for somebody')
  await expect(page.getByRole('button', { name: /^Use “/ })).toHaveCount(0)

  await text.fill('Write a nice letter to my landlord.')
  await page.getByRole('button', { name: 'Check this prompt' }).click()
  await expect(page.getByText('No AI involved.')).toBeVisible()
  await page.getByRole('button', { name: 'Show “nice”' }).click()
  await expect.poll(selected).toBe('nice')
  await page.getByRole('button', { name: 'Add Role' }).click()
  await expect(textValue(page)).toHaveValue('You are {{role}}.\n\nWrite a nice letter to my landlord.')
  await expect(page.getByRole('button', { name: 'Add Role' })).toHaveCount(0)
  await inBothThemes(page, () => expectAccessible(page))
})

test('two open create forms keep their unsaved texts apart, and each restores its text after a reload', async ({
  page,
  context,
}) => {
  await signUp(page)
  await page.goto('/create-prompt')
  await fillPromptForm(page, titleOf('In the first tab'))
  const other = await context.newPage()
  await other.goto('/create-prompt')
  await expect(other.getByLabel('Title')).toHaveValue('')
  await fillPromptForm(other, titleOf('In the second tab'))
  for (const [tab, title] of [
    [page, /^In the first tab/],
    [other, /^In the second tab/],
  ] as const) {
    await tab.reload()
    await expect(tab.getByLabel('Title')).toHaveValue(title)
  }
})

test.describe('a missing prompt', () => {
  test.use({ expectedMessages: [/status of 404/] })

  test('has an edit page with the title “Page Not Found”', async ({ page }) => {
    await signUp(page)
    await page.goto('/prompt/nothing-here/edit')
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle(/^Page Not Found/)
  })
})

test.describe('two edits at once', () => {
  test.use({ expectedMessages: [/status of 409/] })

  test('the later editor sees both texts and decides, and the history has all versions', async ({ page, context }) => {
    await signUp(page)
    await writePrompt(page, titleOf('Two tabs'))
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page).toHaveURL(/\/edit$/)
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByLabel('Prompt', { exact: true }).fill('What the second tab says about {{bridge}}.')
    await page.getByLabel('Prompt', { exact: true }).fill('What the first tab says about {{bridge}}.')
    await page.getByLabel('What changed?').fill('Asks the first tab')
    await page.reload()
    await expect(page.getByLabel('What changed?')).toHaveValue('Asks the first tab')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('region', { name: 'Worksheet' })).toContainText('What the first tab says')

    await other.getByRole('button', { name: 'Save changes' }).click()
    const conflict = other.getByRole('region', { name: 'This prompt has been changed since you started' })
    await expect(conflict).toBeFocused()
    await expect(conflict.getByRole('region', { name: 'Stored: version 2' })).toHaveText(
      'What the first tab says about blank, bridge.',
    )
    const removed = conflict.getByRole('region', { name: 'Changes' }).locator('del')
    await expect(removed).toHaveText('first')
    await expect(removed).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await inBothThemes(other, () => expectAccessible(other))
    await conflict.getByRole('button', { name: 'Keep yours' }).click()
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByRole('region', { name: 'Worksheet' })).toContainText('What the second tab says')

    await openMore(other)
    await other.getByRole('link', { name: 'History' }).click()
    const versions = other.getByRole('main').getByRole('heading', { level: 2 })
    await expect(versions).toHaveText(['Version 3', 'Version 2', 'Version 1'])
    await expect(other.getByText('Asks the first tab')).toBeVisible()
    // The differences of the last version are open, and those of earlier versions are closed.
    await expect(other.getByRole('region', { name: 'Changes' })).toHaveCount(1)
    await expect(other.getByRole('region', { name: 'Changes' }).locator('ins')).toHaveText('second')
    await inBothThemes(other, () => expectAccessible(other))
    await other.getByRole('button', { name: 'Restore version 2' }).click()
    await expect(versions.first()).toHaveText('Version 4')
    await other.getByRole('link', { name: /^Two tabs/ }).click()
    await expect(other.getByRole('region', { name: 'Worksheet' })).toContainText('What the first tab says')
  })
})

test.describe('a deleted prompt', () => {
  test.use({ expectedMessages: [/status of 404/] })

  test('has no page, and is restored with one click', async ({ page, request }) => {
    await signUp(page)
    const title = titleOf('Comes and goes')
    await writePrompt(page, title)
    const { pathname } = new URL(page.url())
    const readStatus = async () => (await request.get(pathname)).status()
    await page.goto('/my-prompts')
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    const undo = page.getByRole('button', { name: 'Restore' })
    await expect(undo).toBeVisible()
    await expect.poll(readStatus).toBe(404)
    await undo.click()
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
    await expect.poll(readStatus).toBe(200)

    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page.getByRole('link', { name: /^Deleted/ }).click()
    await inBothThemes(page, () => expectAccessible(page))
    await page.getByRole('button', { name: `Restore ${title}` }).click()
    await expect(page.getByText('Nothing here.')).toBeVisible()
    await expect.poll(readStatus).toBe(200)
  })
})

test('a long title fits in its field, and can’t contain a line break', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  const field = page.getByLabel('Title')
  const words = 'A title that goes on and on '.repeat(6).trim()
  await field.fill(words)
  expect(await field.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
  await field.press('Enter')
  await expect(field, 'Enter adds no line break').toHaveValue(words)
  await expect(page.getByLabel('Prompt', { exact: true })).toBeFocused()
  await field.fill('Two\nlines')
  await expect(field).toHaveValue('Two lines')
})

test('typed text survives a reload, and isn’t shown to the next member in the same browser', async ({ page }) => {
  await signUp(page)
  const title = titleOf('Half written')
  await page.goto('/create-prompt')
  await page.getByLabel('Title').fill(title)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  // This page has none of our code, so no request uses the session while it ends.
  await page.goto('/robots.txt')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('isLoggedIn'))
  await signUp(page)
  await page.goto('/create-prompt')
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('before publishing, a writer is warned of secrets, invisible characters and a near-duplicate', async ({
  page,
}) => {
  await signUp(page)
  const title = titleOf('Posted before')
  const content = `${title}: take the notes below, group them by theme, and give each theme a short name and a reason.`
  await writePrompt(page, title, content)
  await page.goto('/create-prompt')
  await fillPromptForm(page, titleOf('Posted again'), `${content}\nUse ghp_${'a1B2'.repeat(9)}\u202E`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const warnings = page.getByRole('region', { name: 'Before you publish' })
  await expect(warnings).toBeFocused()
  await expect(warnings).toContainText('GitHub token, in the text, line 2')
  await expect(warnings).toContainText('direction overrides (1), in the text, first on line 2')
  await expect(warnings.getByRole('link', { name: title })).toHaveAttribute('href', /\/prompt\/posted-before/)
  await inBothThemes(page, () => expectAccessible(page))
  await warnings.getByRole('button', { name: 'Remove them' }).click()
  await expect(textValue(page)).not.toHaveValue(/\u202E/)
})

/** Records the largest width of a page's contents in any frame, on its root element. Runs in the page. */
function recordWidth() {
  const record = () => {
    const root = document.documentElement
    root.dataset.widest = String(Math.max(Number(root.dataset.widest ?? 0), root.scrollWidth))
    requestAnimationFrame(record)
  }
  document.addEventListener('DOMContentLoaded', record)
}

test('errors are shown beside the empty fields, and hostile text is escaped', async ({ page }) => {
  await signUp(page)
  await page.goto('/create-prompt')
  await page.getByRole('button', { name: 'Publish' }).click()
  const text = page.getByLabel('Prompt', { exact: true })
  await expect(text).toBeFocused()
  await expect(text).toHaveAccessibleDescription('Write at least 10 characters.')
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Add a title (3 to 200 characters).')
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  const title = titleOf('</script><script>document.title="owned"</script>')
  const content = `<img src=x onerror="document.title='owned'"> ${'a'.repeat(150_000)} {{<b>}} {{x}} </textarea>`
  await writePrompt(page, title, content)
  await expect(page).toHaveTitle(/<\/script>/)
  await page.addInitScript(recordWidth)
  await page.goto(`${new URL(page.url()).pathname}/edit`)
  await expect(textValue(page)).toHaveValue(content)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Show all')).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(await page.evaluate(() => document.documentElement.dataset.widest), 'not even for a moment').toBe('320')
  // A long preview is cut off, so that the buttons below it stay near.
  expect((await preview.boundingBox())?.height).toBeLessThan(1_500)
})

test('a fork names its original, and a member can’t edit other people’s prompts', async ({ page }) => {
  await signUp(page)
  await page.goto('/prompt/cover-letter-writer')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await openMore(page)
  await page.getByRole('link', { name: 'Fork', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Cover Letter Writer')
  const title = titleOf('My own cover letter')
  await page.getByLabel('Title').fill(title)
  await pressPublish(page, title)
  await page.getByRole('link', { name: 'Cover Letter Writer' }).first().click()
  await page.locator('dt', { hasText: 'Forks' }).locator('..').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forks')
  await expect(page.getByRole('article').getByRole('link', { name: title })).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.goto('/prompt/cover-letter-writer/edit')
  await expect(page.getByRole('heading', { name: 'You can’t edit this prompt' })).toBeVisible()
  await page.goto('/admin/edit-prompt?id=cover-letter-writer')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
})

test('a visitor has to sign in first, and the requested page is remembered', async ({ page }) => {
  for (const path of ['/create-prompt', '/my-prompts', '/prompt/poet/edit', '/admin/edit-prompt?id=poet']) {
    const html = await (await page.request.get(path)).text()
    expect(html).toContain('Verifying authentication...')
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth/)
    expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe(path)
  }
})
