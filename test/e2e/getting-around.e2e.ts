import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectHydrated, test } from './story.ts'

test('single-key shortcuts move between cards and open one', async ({ page }) => {
  await page.goto('/prompts')
  const cards = page.locator('[data-list-item]')
  await expectHydrated(page)
  await page.keyboard.press('j')
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prompt\//)
})

test.describe('with smooth scrolling', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  const readPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

  test('a link in the header scrolls to the top before the address changes, and Back restores the position', async ({
    page,
  }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    await page.mouse.wheel(0, 900)
    await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
    await expect.poll(() => readPosition(page)).toBe(900)
    const positionsAtPush = await page.evaluateHandle(() => {
      const positions: number[] = []
      const push = history.pushState
      history.pushState = (...state) => {
        positions.push(Math.round(window.scrollY))
        push.apply(history, state)
      }
      return positions
    })
    // Playwright's own click would scroll the page, because the header is sticky.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).dispatchEvent('click')
    await expect(page).toHaveURL(/\/tools$/)
    expect(await positionsAtPush.jsonValue()).toEqual([0])
    await expect(page.getByRole('heading', { level: 1, name: /tools/i })).toBeVisible()
    await page.goBack()
    await expect.poll(() => readPosition(page)).toBe(900)
  })

  test('a prompt’s page opened from a list starts at its top, the list doesn’t move before that, and Back restores the position', async ({
    page,
  }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    await page.route(/\/api\/prompts\/[^/]+(\/.*)?$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await page.mouse.wheel(0, 900)
    await expect.poll(() => readPosition(page)).toBe(900)
    const link = page.locator('[data-list-item]').nth(4)
    await link.scrollIntoViewIfNeeded()
    const before = await readPosition(page)
    // Records the heading and the scroll position of each frame.
    const frames = await page.evaluateHandle(() => {
      const seen: [string | undefined, number][] = []
      const recordFrame = () => {
        seen.push([document.querySelector('h1')?.textContent, Math.round(window.scrollY)])
        requestAnimationFrame(recordFrame)
      }
      recordFrame()
      return seen
    })
    await link.click()
    await expect(page).toHaveURL(/\/prompt\//)
    await expect(page.getByRole('region', { name: 'Worksheet' })).toBeVisible()
    await expect.poll(() => readPosition(page)).toBe(0)
    const seen = await frames.jsonValue()
    const listHeading = seen[0]?.[0]
    expect(seen.filter(([heading, top]) => (heading === listHeading ? top !== before : top !== 0))).toEqual([])
    await page.goBack()
    await expect.poll(() => readPosition(page)).toBe(before)
  })
})

test('the chosen theme applies from the first paint, and Auto applies the system’s theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/categories', { waitUntil: 'networkidle' })
  // The color is read in an animation frame, because browsers run these only once the style sheets have loaded.
  const readBackground = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      return getComputedStyle(document.documentElement).backgroundColor
    })
  const light = await readBackground()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(readBackground).not.toBe(light)
  const dark = await readBackground()
  await page.reload({ waitUntil: 'commit' })
  expect(await readBackground()).toBe(dark)
  await page.getByRole('button', { name: 'Auto' }).click()
  await expect.poll(readBackground).toBe(light)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the menu navigates, closes itself, and exists only below 768 px', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('navigation', { name: 'Mobile' })
    await expectAccessible(page)
    await menu.getByRole('link', { name: 'Categories' }).click()
    await expect(page).toHaveURL(/\/categories$/)
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden()
  })

  test('the filters are in a sheet that closes when one is chosen', async ({ page }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('complementary', { name: 'Filters' })
    await sheet.getByRole('link', { name: 'Programming and code' }).click()
    await expect(page).toHaveURL(/category=programming-code/)
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters 1' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('menu, search and filters work', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Prompts' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('link', { name: 'Most popular' }).first().click()
    await expect(page).toHaveURL(/\/prompts\/popular$/)
    await page.goto('/')
    await page.getByRole('main').locator('input[name="q"]').fill('kitchen')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\?q=kitchen$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “kitchen”')
  })
})

for (const slowdown of [1, 4]) {
  test(`a link that is clicked during hydration works with a CPU slowdown of ${slowdown}`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto('/')
    // Playwright's own click would scroll the page, because the header is sticky.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI tools')
  })
}
