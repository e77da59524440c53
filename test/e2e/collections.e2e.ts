import { signUp } from './members.ts'
import { replaceAnswers } from './replace-answers.ts'
import { openSignedIn, publish, rowOf } from './staff.ts'
import { expect, expectAccessible, expectFitsAndIsAccessible, openMore, test } from './story.ts'
import { titleOf } from './writer.ts'

type Page = import('@playwright/test').Page

/**
 * Creates a collection of `count` new prompts through the API. Returns its id and slug, and the titles of the prompts
 * in their order.
 */
async function addCollection(page: Page, count: number, fields: object = {}) {
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api/collections${path}`, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }
  const { id, slug } = await post('', { title: titleOf('Kept'), visibility: 'public', ...fields })
  const titles: string[] = []
  for (let number = 1; number <= count; number++) {
    const title = titleOf(`Number ${number}`)
    // The API accepts a prompt's slug in place of its id.
    await post(`/${id}/items`, { kind: 'prompt', id: await publish(page, title) })
    titles.push(title)
  }
  return { id, slug, titles }
}

const titlesIn = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('link').allTextContents()
const readStoredTitles = async (page: Page, id: string) => {
  const { items } = await (await page.request.get(`/api/collections/${id}`)).json()
  return items.map(({ target }: { target: { title: string } }) => target.title)
}

test('a member adds a prompt to a new collection, and also to their saved prompts', async ({ page }) => {
  await signUp(page)
  const title = titleOf('To keep')
  await page.goto(`/prompt/${await publish(page, title)}`)
  await openMore(page)
  await page.getByRole('button', { name: 'Add to collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to collection' })
  const savedCheckbox = dialog.getByRole('checkbox', { name: 'Saved Prompts' })
  await expect(savedCheckbox).not.toBeChecked()
  await savedCheckbox.check()
  await dialog.getByLabel('New collection').fill('For my team')
  // A double click creates one collection.
  await dialog.getByRole('button', { name: 'Create and add' }).dblclick()
  const newCheckbox = dialog.getByRole('checkbox', { name: 'For my team · Private' })
  await expect(newCheckbox).toBeChecked()
  await expectAccessible(page)
  await newCheckbox.uncheck()
  await expect(page.getByText('Removed from For my team')).toBeVisible()
  await newCheckbox.check()
  await expect(page.getByText('Added to For my team')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/my-collections')
  await page.getByRole('link', { name: 'For my team' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
})

test('Done creates the collection whose name was typed, adds the prompt and closes the dialog', async ({ page }) => {
  await signUp(page)
  await page.goto(`/prompt/${await publish(page, titleOf('To keep too'))}`)
  await openMore(page)
  await page.getByRole('button', { name: 'Add to collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to collection' })
  await dialog.getByLabel('New collection').fill('x')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByLabel('New collection'), 'a name that is too short is kept').toHaveValue('x')
  await dialog.getByLabel('New collection').fill('Typed and done')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Added to Typed and done')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('items are ordered, annotated and removed by keyboard alone, and each move is announced', async ({ page }) => {
  await signUp(page)
  const { id, slug, titles } = await addCollection(page, 3)
  const [first, second, third] = titles as [string, string, string]
  await page.goto(`/collection/${slug}/edit`)
  const up = page.getByRole('button', { name: `Move ${third} up` })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${third} is now 2 of 3.` })).toBeAttached()
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${third} is now 1 of 3.` })).toBeAttached()
  await expect(up).toBeFocused()
  // The first item can't move up any further.
  await page.keyboard.press('Enter')
  await expect.poll(() => readStoredTitles(page, id)).toEqual([third, first, second])
  await page.keyboard.press('Tab')
  const down = page.getByRole('button', { name: `Move ${third} down` })
  for (const order of [
    [first, third, second],
    [first, second, third],
  ]) {
    await page.keyboard.press('Space')
    await expect.poll(() => readStoredTitles(page, id)).toEqual(order)
    await expect(down).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => readStoredTitles(page, id)).toEqual([first, third, second])
  await page.getByRole('button', { name: `Add note to ${first}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Note on ${first}`)).toBeFocused()
  await page.keyboard.type('Begin with this.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Begin with this.')).toBeVisible()
  const remove = page.getByRole('button', { name: `Remove ${first}` })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${third}` })).toBeFocused()
  await expect.poll(() => readStoredTitles(page, id)).toEqual([third, second])
  await page.reload()
  await expect.poll(() => titlesIn(page)).toEqual([third, second])
})

test('a move that is made while the page reloads the list starts from the order that is shown', async ({ page }) => {
  await signUp(page)
  const { id, slug, titles } = await addCollection(page, 3)
  const [first, second, third] = titles as [string, string, string]
  await page.goto(`/collection/${slug}/edit`)
  const up = page.getByRole('button', { name: `Move ${third} up` })
  await expect(up).toBeVisible()
  const [readReleased, moveReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const readAnswered = Promise.withResolvers<void>()
  let [reads, moves] = [0, 0]
  await page.route(`**/api/collections/${slug}*`, async (route) => {
    reads++
    if (moves > 1) return route.continue()
    const response = await route.fetch()
    await readReleased.promise
    // The page may have canceled this request.
    await route.fulfill({ response }).catch(() => undefined)
    readAnswered.resolve()
  })
  await page.route('**/move', async (route) => {
    if (++moves > 1) await moveReleased.promise
    await route.continue()
  })
  await up.click()
  await expect.poll(() => reads).toBeGreaterThan(0)
  await up.click()
  await expect.poll(() => titlesIn(page)).toEqual([third, first, second])
  readReleased.resolve()
  await readAnswered.promise
  // If the page used the order in this response, it would show that order by now.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await titlesIn(page)).toEqual([third, first, second])
  moveReleased.resolve()
  await expect.poll(() => readStoredTitles(page, id)).toEqual([third, first, second])
  expect(await titlesIn(page)).toEqual([third, first, second])
})

test.describe('a private collection', () => {
  test.use({ expectedMessages: [/status of (404|503)/] })

  test('that can’t be loaded says so to its owner, who tries again; for others it doesn’t exist', async ({
    page,
    browser,
  }) => {
    await signUp(page)
    const title = titleOf('Only mine')
    const { slug } = await addCollection(page, 0, { title, visibility: 'private' })
    const busy = { status: 503, body: { error: 'Busy. Try again.' } }
    const answerAgain = await replaceAnswers(page, `/api/collections/${slug}`, busy)
    await page.goto(`/collection/${slug}`)
    await expect(page.getByRole('alert')).toContainText('The collection could not be loaded')
    const notFound = { name: 'Page Not Found' }
    await expect(page.getByRole('heading', notFound)).toHaveCount(0)
    await answerAgain()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

    const { page: other } = await openSignedIn(browser)
    await other.goto(`/collection/${slug}`)
    await expect(other.getByRole('heading', notFound)).toBeVisible()
  })
})

test.describe('the editor of a collection', () => {
  test.use({ expectedMessages: [/items.*move/] })

  test('an item is moved by typing its position or by dragging; moving one that was removed elsewhere shows an error', async ({
    page,
  }) => {
    await signUp(page)
    const { id, slug, titles } = await addCollection(page, 3)
    const [first, second, third] = titles as [string, string, string]
    await page.goto(`/collection/${slug}/edit`)
    const position = page.getByRole('textbox', { name: `Position of ${third}` })
    await position.fill('1')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `${third} is now 1 of 3.` })).toBeAttached()
    await expect(position).toBeFocused()
    await expect.poll(() => readStoredTitles(page, id)).toEqual([third, first, second])
    await position.fill('99')
    await page.keyboard.press('Tab')
    await expect.poll(() => readStoredTitles(page, id)).toEqual([first, second, third])
    await expect(position).toHaveValue('3')
    await position.fill('none')
    await page.keyboard.press('Enter')
    await expect(position).toHaveValue('3')
    expect(await readStoredTitles(page, id)).toEqual(titles)

    const rows = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
    await rows.nth(2).dragTo(rows.nth(0))
    await expect.poll(() => readStoredTitles(page, id)).toEqual([third, first, second])

    await expect.poll(() => titlesIn(page)).toEqual([third, first, second])
    const { items } = await (await page.request.get(`/api/collections/${id}`)).json()
    await page.request.delete(`/api/collections/${id}/items/${items[0].id}`)
    await page.getByRole('button', { name: `Move ${third} down` }).click()
    await expect(page.getByText('The item was not moved')).toBeVisible()
    await expect(page.getByText('is now 2 of 3.')).toHaveCount(0)
    await expect.poll(() => titlesIn(page)).toEqual([first, second])
  })
})

test('two tabs that order the same collection end up with the same order, and both moves count', async ({
  page,
  context,
}) => {
  await signUp(page)
  const { id, slug, titles } = await addCollection(page, 3)
  const [first, second, third] = titles as [string, string, string]
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/collection/${slug}/edit`)
    await expect.poll(() => titlesIn(tab)).toEqual(titles)
  }
  await page.getByRole('button', { name: `Move ${first} down` }).click()
  await expect.poll(() => readStoredTitles(page, id)).toEqual([second, first, third])
  // This tab still shows the old order.
  await other.getByRole('button', { name: `Move ${third} up` }).click()
  // In this tab, the third item moves in front of the second one.
  const merged = [third, second, first]
  await expect.poll(() => readStoredTitles(page, id)).toEqual(merged)
  await expect.poll(() => titlesIn(other)).toEqual(merged)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a public collection can be found, read and downloaded', async ({ page, browser }) => {
    // The collections of new members aren't in lists.
    const { page: owner } = await openSignedIn(browser, 'moderator')
    const title = titleOf('Plain collection')
    const { slug, titles } = await addCollection(owner, 2, { title, description: 'To read everywhere.' })
    // A cached list may be up to two seconds old.
    await expect.poll(async () => (await page.request.get('/collections')).text()).toContain(title)
    await page.goto('/collections')
    await page.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`/collection/${slug}`)
    await expect(page.getByText('To read everywhere.')).toBeVisible()
    for (const name of titles) await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.goto(`/search?q=${encodeURIComponent(title)}`)
    await expect(page.getByRole('region', { name: 'Collections' }).getByRole('link', { name: title })).toBeVisible()
    const text = await (await page.request.get(`/collection/${slug}.md`)).text()
    expect(text).toContain(titles[0])
    await page.goto(`/collection/${slug}`)
    await page.getByText('Add to an AI app').click()
    await expect(page.getByRole('figure', { name: 'Server address' })).toContainText(`/mcp/c/${slug}`)
    // The collection's address for AI apps leads a browser to its page.
    await page.goto(`/mcp/c/${slug}`)
    await expect(page).toHaveURL(`/collection/${slug}`)
  })
})

test('the pages of collections are accessible at wide and narrow widths', async ({ page }) => {
  await signUp(page)
  const { slug } = await addCollection(page, 3, { title: `A long title ${'that goes on '.repeat(5)}` })
  for (const path of ['/collections', `/collection/${slug}`, `/collection/${slug}/edit`, '/my-collections']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFitsAndIsAccessible(page)
  }
})

test('a member forks and reports a collection; a moderator features it, then removes it', async ({ page, browser }) => {
  const { page: owner } = await openSignedIn(browser)
  const title = titleOf('Reported collection')
  const { slug } = await addCollection(owner, 1, { title })
  await page.goto(`/collection/${slug}`)
  await expect(page.getByRole('button', { name: `Follow ${title}` }), 'visitors see the button too').toBeVisible()
  await signUp(page)
  await page.goto(`/collection/${slug}`)
  await page.getByRole('button', { name: 'Fork' }).click()
  await expect(page.getByText('This is your copy')).toBeVisible()
  await page.goto(`/collection/${slug}`)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByLabel('Spam or advertising').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('The moderators will look at it.')).toBeVisible()

  const { page: moderator } = await openSignedIn(browser, 'moderator')
  await moderator.goto(`/collection/${slug}`)
  await moderator.getByRole('button', { name: 'Feature on home' }).click()
  await expect(moderator.getByRole('button', { name: 'Don’t feature' })).toBeVisible()
  // A cached page may be up to two seconds old.
  await expect.poll(async () => (await page.request.get('/')).text()).toContain(title)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Collections' }).getByRole('link', { name: title })).toBeVisible()
  await moderator.goto('/admin/reports')
  await rowOf(moderator, title).click()
  await moderator.getByRole('button', { name: 'Remove' }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(moderator.getByText(`Removed: “${title}”`)).toBeVisible()
  expect((await page.request.get(`/api/collections/${slug}`)).status()).toBe(404)
  await expect.poll(async () => (await page.request.get('/')).text()).not.toContain(title)
})
