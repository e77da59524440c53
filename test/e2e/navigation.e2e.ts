import type { Page } from '@playwright/test'
import { fillRegistration, makeMember } from './members.ts'
import { expect, expectNoSidewaysScroll, test } from './story.ts'

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** Whether the page shows a progress bar. */
const showsProgress = (page: Page) =>
  page.getByRole('main').evaluate((main) => getComputedStyle(main, '::before').content !== 'none')

/** Returns an array to which each title that the document gets from now on is added. */
async function collectTitles(page: Page): Promise<string[]> {
  const titles: string[] = []
  await page.exposeFunction('reportTitle', (title: string) => titles.push(title))
  await page.evaluate(() => {
    const report = () => (window as unknown as { reportTitle(title: string): void }).reportTitle(document.title)
    new MutationObserver(report).observe(document.head, { childList: true, subtree: true, characterData: true })
  })
  return titles
}

test('the heading of each new page receives focus, except on the first page', async ({ page }) => {
  await page.goto('/prompts', { waitUntil: 'networkidle' })
  await expect(page.locator('body')).toBeFocused()
  await page.locator('[data-list-item]').first().press('Enter')
  await expect(page).toHaveURL(/\/prompt\//)
  await expect(heading(page)).toBeFocused()
  await mainLink(page, 'Categories').press('Enter')
  await expect(heading(page)).toHaveText('Categories')
  await expect(heading(page)).toBeFocused()
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('main').locator('input[name="q"]').fill('kitchen')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Results for “kitchen”')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(heading(page)).toBeFocused()
})

test('with a slow API, a page shows that it is loading, and always has a title', async ({ page }) => {
  await page.goto('/help', { waitUntil: 'networkidle' })
  const titles = await collectTitles(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/(prompts|categories)/, async (route) => {
    await released
    await route.continue()
  })
  for (const [name, busyElement] of [
    ['Categories', page.getByRole('main').and(page.locator('[aria-busy="true"]'))],
    ['Prompts', page.getByRole('main').locator('[aria-busy="true"]')],
  ] as const) {
    await mainLink(page, name).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    expect(await showsProgress(page)).toBe(true)
    await expect(busyElement).toBeVisible()
  }
  release()
  await expect(heading(page)).toHaveText('Prompts')
  await expect.poll(() => showsProgress(page)).toBe(false)
  await expect(page).toHaveTitle(/^Prompts \|/)
  expect(titles.filter((title) => title.trim() === '')).toEqual([])
})

test.describe('without a connection', () => {
  test.use({
    expectedMessages: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|There is no connection|The server can’t be reached/],
  })

  test('a page shows an error with a retry, which works once the connection is back', async ({ page, context }) => {
    await page.goto('/help', { waitUntil: 'networkidle' })
    await context.setOffline(true)
    for (const name of ['Categories', 'Contributors']) {
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name, exact: name === 'Contributors' })
        .first()
        .click()
      await expect(heading(page)).toHaveText('This page could not be loaded')
      await expect(heading(page)).toBeFocused()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(/Check (your connection|it) and try again/)
      await expect(page).toHaveTitle(/.+/)
    }
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('This page could not be loaded')
    await context.setOffline(false)
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Top Contributors')
  })
})

test('filled blanks and a pending action survive a reload, Back and the sign-in', async ({ page }) => {
  const text = page.getByRole('region', { name: 'Worksheet' }).locator('.worksheet-text')
  const blank = text.getByRole('textbox', { name: 'position' })
  await page.goto('/prompt/cover-letter-writer', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await blank.fill('head gardener')
  await page.reload()
  await expect(blank).toHaveText('head gardener')
  await mainLink(page, 'Categories').click()
  await expect(heading(page)).toHaveText('Categories')
  await page.goBack()
  await expect(blank).toHaveText('head gardener')

  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/favorites')) saves.push(request.url())
  })
  const save = page.getByRole('button', { name: /^Saved?$/ }).first()
  await save.click()
  await expect(page).toHaveURL(/\/auth/)
  await fillRegistration(page, makeMember())
  await expect(page).toHaveURL(/\/prompt\/cover-letter-writer/)
  await expect(blank).toHaveText('head gardener')
  await expect(save).toHaveText('Saved')
  await page.reload()
  await expect(save).toHaveText('Saved')
  expect(saves, 'a pending action is done once').toHaveLength(1)

  await page.getByRole('button', { name: 'Reset' }).click()
  await page.reload()
  await expect(blank).toHaveText('')
})

test('each blank is one tab stop', async ({ page }) => {
  await page.goto('/prompt/cover-letter-writer', { waitUntil: 'networkidle' })
  const blanks = page.locator('.worksheet-text .blank')
  await page.getByRole('region', { name: 'Worksheet' }).locator('label').first().click()
  const stops: string[] = []
  while (stops.at(-1) !== 'Copy' && stops.length < 20) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''),
    )
  }
  const names = await blanks.evaluateAll((all) => all.map((one) => one.ariaLabel))
  expect(names.length).toBeGreaterThan(2)
  expect(stops).toEqual([...names, 'Suggest an edit', 'Copy'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedMessages: [/404/] })

  test('text at twice its size stays within the window on every kind of page', async ({ page }) => {
    for (const path of [
      ...['/', '/prompts', '/prompt/cover-letter-writer', '/search?q=kitchen', '/categories', '/contributors'],
      ...['/tools', '/prompt-generator', '/compare', '/ranking', '/cookies', '/auth', '/none'],
    ]) {
      await page.goto(path)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      await test.step(path, async () => {
        await expectNoSidewaysScroll(page)
        // What overflows a card or the consent panel doesn't make the page scroll sideways. Shelves scroll by design.
        const hiddenButtons = await page
          .locator(':is(.card, .consent) button:not(.shelf *)')
          .evaluateAll(
            (buttons) => buttons.filter((button) => button.getBoundingClientRect().right > innerWidth).length,
          )
        expect(hiddenButtons, 'buttons that reach beyond the window').toBe(0)
      })
    }
  })

  test('in landscape, a prompt’s page gets more than half of the window', async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto('/prompt/cover-letter-writer')
    await expect(page.getByRole('region', { name: 'Cookie settings' })).toBeVisible()
    await page.locator('.worksheet-text').evaluate((text) => text.scrollIntoView())
    const visibleShare = await page.evaluate(() => {
      const text = document.querySelector('.worksheet-text')
      const points = Array.from({ length: 20 }, (_, row) =>
        [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => [part, row / 20] as const),
      )
      const hits = points.flat().filter(([x, y]) => {
        const hit = document.elementFromPoint(x * innerWidth, y * innerHeight)
        return hit?.closest('main') && text
      })
      return hits.length / points.flat().length
    })
    expect(visibleShare, 'the part of the window that shows the page').toBeGreaterThan(0.5)
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.locator('.copy-bar').getByRole('button', { name: 'Copy' })).toBeInViewport()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page for members says that signing in needs JavaScript', async ({ page }) => {
    await page.goto('/favorites')
    await expect(page.getByText('Verifying authentication...')).toBeVisible()
    await expect(page.getByText('signing in needs JavaScript')).toBeVisible()
  })
})
