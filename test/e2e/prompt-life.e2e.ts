import type { APIRequestContext, Page } from '@playwright/test'
import { replaceAnswers } from './replace-answers.ts'
import { openSignedIn, rowOf } from './staff.ts'
import { expect, test } from './story.ts'
import { fillPromptForm, titleOf } from './writer.ts'

const category = 'education-learning'

type ShownPrompt = { slug: string; title: string; author: string }

/**
 * Lists the places where others could see a published prompt, each with its name, its path, and a function that detects
 * the prompt in the response.
 */
function placesThatShow({
  slug,
  title,
  author,
}: ShownPrompt): [place: string, path: string, isShown: (text: string) => boolean][] {
  const hasLink = (text: string) => text.includes(`/prompt/${slug}`)
  const hasTitle = (text: string) => text.includes(title)
  return [
    ['newest', '/prompts/newest', hasLink],
    ['list', '/prompts', hasLink],
    ['category', `/category/${category}`, hasLink],
    ['profile', `/user/${author}`, hasLink],
    ['search', `/search?q=${encodeURIComponent(title)}`, hasLink],
    ['feed', '/feed.xml', hasLink],
    ['feed of the category', `/category/${category}/feed.xml`, hasLink],
    ['feed of the author', `/user/${author}/feed.xml`, hasLink],
    ['sitemap', '/sitemap/prompts.xml', hasLink],
    ['index for programs', '/prompts.md', hasLink],
    ['page', `/prompt/${slug}`, hasTitle],
    ['text for programs', `/prompt/${slug}.md`, (text) => text.includes('{{bridge}}')],
    ['API: prompt', `/api/prompts/${slug}`, hasTitle],
    ['API: list', '/api/prompts/newest', hasTitle],
    ['API: recent', '/api/prompts/recent', hasTitle],
    ['API: category', `/api/prompts/category/${category}?sort=newest`, hasTitle],
    ['API: search', `/api/search?q=${encodeURIComponent(title)}`, (text) => text.includes(`"${slug}"`)],
    ['API: author', `/api/users/${author}`, hasTitle],
    ['API: versions', `/api/prompts/${slug}/versions`, (text) => text.includes('"content"')],
  ]
}

/** Returns the names of the places that show the prompt at the moment. */
async function listPlacesShowing(request: APIRequestContext, prompt: ShownPrompt): Promise<string[]> {
  const checks = placesThatShow(prompt).map(async ([place, path, isShown]) => {
    // The server may be closing an idle connection at this moment.
    const response = await request.get(path, { maxRetries: 2 })
    return response.ok() && isShown(await response.text()) ? [place] : []
  })
  return (await Promise.all(checks)).flat()
}

const allPlaceNames = (prompt: ShownPrompt) => placesThatShow(prompt).map(([place]) => place)

/**
 * Waits until these places show the prompt and no others do. Lists, feeds, pages and sitemaps are updated the next time
 * the server checks for changes (`src/server/jobs/background-work.ts`). The author and the moderator see a change
 * immediately.
 */
async function expectShownIn(request: APIRequestContext, prompt: ShownPrompt, places: string[]): Promise<void> {
  await expect.poll(() => listPlacesShowing(request, prompt)).toEqual(places)
}

const worksheet = (page: Page) => page.getByRole('region', { name: 'Worksheet' })
const votes = (page: Page) => page.getByRole('region', { name: 'Votes' })

// The browser logs the 404 of a hidden prompt, the 409 of a conflicting edit and a 503 in the console.
test.use({ expectedMessages: [/status of (404|409|503)/] })

test('the page of a draft that can’t be loaded says so to its author, who tries again', async ({ browser }) => {
  const { page } = await openSignedIn(browser)
  const title = titleOf('A draft of mine')
  const data = { title, content: 'Plan a walk across {{bridge}}.', category: 'general', status: 'draft' }
  const { slug } = await (await page.request.post('/api/prompts', { data })).json()
  const busy = { status: 503, body: { error: 'Busy. Try again.' } }
  const answerAgain = await replaceAnswers(page, `/api/prompts/${slug}`, busy)
  await page.goto(`/prompt/${slug}`)
  await expect(page.getByRole('alert')).toContainText('The prompt could not be loaded')
  await answerAgain()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a prompt’s whole life: written, found, used, voted for, edited in two tabs, removed, and restored', {
  tag: '@slow',
}, async ({ browser, page: visitor }) => {
  test.setTimeout(180_000)
  const title = titleOf('Bridges from the first line on')
  const { page: author, member } = await openSignedIn(browser)
  const { page: reader } = await openSignedIn(browser)
  const { page: moderator } = await openSignedIn(browser, 'moderator')

  await test.step('its author saves it as a draft', async () => {
    await author.goto('/create-prompt')
    await fillPromptForm(author, title, 'Plan a walk for {{whom:a child}} across {{bridge}}, with a [TONE] guide.')
    await author.getByRole('button', { name: 'Save as draft' }).click()
    await expect(author).toHaveURL(/\/my-prompts\?status=draft/)
    await expect(author.getByRole('link', { name: title, exact: true })).toBeVisible()
  })
  const { items } = await (await author.request.get('/api/user/prompts?status=draft')).json()
  const slug: string = items[0].slug
  const prompt = { slug, title, author: member.username }
  // Nobody else sees the draft anywhere.
  for (const other of [visitor, reader]) expect(await listPlacesShowing(other.request, prompt)).toEqual([])
  expect((await visitor.request.get(`/share/prompt/${slug}.png`)).status()).toBe(404)
  expect((await reader.request.get(`/api/prompts/${items[0].id}`)).status()).toBe(404)
  await visitor.goto(`/prompt/${slug}`)
  await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()

  await test.step('once published, it is shown everywhere: immediately to its author, and soon to everybody', async () => {
    await author.goto(`/prompt/${slug}/edit`)
    await author.getByRole('button', { name: 'Publish' }).click()
    const anyway = author.getByRole('button', { name: 'Publish anyway' })
    await expect(anyway.or(votes(author))).toBeVisible()
    if (await anyway.isVisible()) await anyway.click()
    await expect(votes(author)).toBeVisible()
    expect(await listPlacesShowing(author.request, prompt)).toEqual(allPlaceNames(prompt))
    await expectShownIn(visitor.request, prompt, allPlaceNames(prompt))
  })

  await test.step('a visitor finds it and copies it filled in', async () => {
    await visitor.goto(`/search?q=${encodeURIComponent(title)}`)
    await visitor.getByRole('link', { name: title }).first().click()
    await worksheet(visitor).getByRole('textbox', { name: 'bridge' }).first().fill('the Tower Bridge')
    await visitor.getByRole('button', { name: /^Copy/ }).first().click()
    await expect(visitor.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(
      'Plan a walk for a child across the Tower Bridge, with a [TONE] guide.',
    )
  })

  await test.step('another member votes for it and saves it', async () => {
    await reader.goto(`/prompt/${slug}`)
    await reader.getByRole('button', { name: 'Upvote' }).click()
    await expect(votes(reader).getByText('1 up', { exact: true })).toBeVisible()
    const stored = reader.waitForResponse('**/api/favorites')
    await reader
      .getByRole('button', { name: /^Saved?$/ })
      .first()
      .click()
    await stored
    await reader.goto('/favorites')
    await expect(reader.getByRole('link', { name: title })).toBeVisible()
  })

  await test.step('its author sees the number of copies', async () => {
    await expect(async () => {
      await author.goto('/my-prompts')
      await expect(author.getByText(/^1 copy$/)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 90_000 })
  })

  await test.step('its author edits it in two tabs, sees both texts, and decides', async () => {
    await author.goto(`/prompt/${slug}/edit`)
    const secondTab = await author.context().newPage()
    await secondTab.goto(`/prompt/${slug}/edit`)
    await secondTab.getByLabel('Prompt', { exact: true }).fill('What the second tab says about {{bridge}}.')
    await author.getByLabel('Prompt', { exact: true }).fill('What the first tab says about {{bridge}}.')
    await author.getByRole('button', { name: 'Save changes' }).click()
    await expect(worksheet(author)).toContainText('What the first tab says')
    await expect
      .poll(async () => (await visitor.request.get(`/prompt/${slug}`)).text())
      .toContain('What the first tab says')
    await secondTab.getByRole('button', { name: 'Save changes' }).click()
    const conflict = secondTab.getByRole('region', { name: 'This prompt has been changed since you started' })
    await expect(conflict.getByRole('region', { name: 'Stored: version 2' })).toContainText('the first tab')
    await conflict.getByRole('button', { name: 'Keep yours' }).click()
    await secondTab.getByRole('button', { name: 'Save changes' }).click()
    await expect(worksheet(secondTab)).toContainText('What the second tab says')
    for (const path of [`/prompt/${slug}`, `/prompt/${slug}.md`, '/prompts/newest'])
      expect(await (await author.request.get(path)).text()).toContain('What the second tab says')
    await secondTab.close()
  })

  await test.step('a moderator removes it with a reason: it is gone, and its author reads why', async () => {
    await moderator.goto(`/admin/prompts?status=published&q=${encodeURIComponent(title)}`)
    await rowOf(moderator, title).focus()
    await moderator.keyboard.press('r')
    await moderator.getByRole('textbox', { name: 'Reason' }).fill('Bridges are not for children.')
    await moderator.keyboard.press('ControlOrMeta+Enter')
    await expect(moderator.getByText(`Removed “${title}”`)).toBeVisible()
    for (const other of [visitor, reader]) await expectShownIn(other.request, prompt, [])
    await reader.goto('/favorites')
    await expect(reader.getByText('Nothing saved yet')).toBeVisible()
    await author.goto('/my-prompts?status=removed')
    await expect(author.getByText('Bridges are not for children.')).toBeVisible()
    await author.goto(`/prompt/${slug}`)
    await expect(author.getByText('Bridges are not for children.')).toBeVisible()
  })

  await test.step('once restored, it is shown everywhere again, with its vote, and in the reader’s saved prompts', async () => {
    await moderator.goto(`/admin/prompts?status=removed&q=${encodeURIComponent(title)}`)
    await rowOf(moderator, title).focus()
    await moderator.keyboard.press('s')
    await expect(moderator.getByText(`Restored “${title}”`)).toBeVisible()
    expect(await listPlacesShowing(moderator.request, prompt)).toEqual(allPlaceNames(prompt))
    await expectShownIn(visitor.request, prompt, allPlaceNames(prompt))
    await author.goto(`/prompt/${slug}`)
    await expect(votes(author).getByText('1 up', { exact: true })).toBeVisible()
    await reader.goto('/favorites')
    await expect(reader.getByRole('link', { name: title })).toBeVisible()
  })

  await test.step('once it is a draft again, nobody else sees it anywhere', async () => {
    await author.goto(`/prompt/${slug}/edit`)
    await author.getByRole('button', { name: 'Unpublish' }).click()
    await expect(author).not.toHaveURL(/\/edit$/)
    for (const other of [visitor, reader]) await expectShownIn(other.request, prompt, [])
  })
})
