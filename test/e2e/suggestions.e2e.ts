import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

const field = (page: Page) => page.getByRole('main').locator('input[type="search"]')
const options = (page: Page) => page.getByRole('main').getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/**
 * Types `text` and waits for the suggestions for the whole of it, not for its first letters. A story must not type the
 * same text twice, because browsers cache the response.
 */
async function type(page: Page, text: string) {
  await field(page).fill('')
  const response = page.waitForResponse((received) => {
    const { pathname, searchParams } = new URL(received.url())
    return pathname === '/api/search/suggestions' && searchParams.get('q') === text
  })
  await field(page).pressSequentially(text)
  await (await response).finished()
  await expect(options(page).first()).toBeVisible()
}

test('suggestions for a search that is being typed are opened by keyboard or click', async ({ page }) => {
  await page.goto('/search')
  await type(page, 'writ')
  await expect(field(page)).toHaveRole('combobox')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  // The limit of the API (`searchLimits`).
  expect(await options(page).count()).toBeLessThanOrEqual(8)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)

  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('writ')

  await type(page, 'kit')
  // The first ArrowUp chooses the last suggestion, and the second the one before it.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/search/)

  await page.goto('/search')
  await type(page, 'cover')
  // Prompts come first.
  await options(page).first().click()
  await expect(page).toHaveURL(/\/prompt\//)
})

test('Enter without a chosen suggestion searches for what is typed', async ({ page }) => {
  await page.goto('/search')
  await type(page, 'writ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=writ$/)
})

test('a search field shows suggestions again for the next search', async ({ page }) => {
  await page.goto('/search')
  await type(page, 'writ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “writ”')
  await expect(options(page)).toHaveCount(0)
  await type(page, 'kit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “kit”')
  await type(page, 'cover')
})
