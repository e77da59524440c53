import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectHydrated, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' })
const footerLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Keyboard' })

/** Presses `?` and waits until the dialog is open. */
async function pressQuestionMark(page: Page) {
  await page.keyboard.press('?')
  await expect(dialog(page)).toBeVisible()
}

test('? lists the shortcuts; they do nothing while the list is open, and closing it restores the focus', async ({
  page,
}) => {
  await page.goto('/prompts')
  await expectHydrated(page)
  await page.keyboard.press('j')
  const first = page.locator('[data-list-item]').first()
  await expect(first).toBeFocused()
  await pressQuestionMark(page)
  await expect(dialog(page)).toContainText('Copy the prompt on this page')
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(first).toBeFocused()
})

test('single-key shortcuts can be turned off, stay off after a reload, and can be turned on again from the footer', async ({
  page,
}) => {
  await page.goto('/prompts')
  await expectHydrated(page)
  await pressQuestionMark(page)
  await dialog(page).getByRole('switch', { name: 'Single keys' }).click()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('j')
  await page.reload()
  await expectHydrated(page)
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await expect(page.locator('[data-list-item]:focus')).toHaveCount(0)

  await footerLink(page).click()
  const singleKeys = dialog(page).getByRole('switch', { name: 'Single keys' })
  await expect(singleKeys).not.toBeChecked()
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await expect(footerLink(page)).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('[data-list-item]').first()).toBeFocused()
})

test('in the closed field for the order on phones, arrow keys only choose, and Enter loads the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/prompts')
  await expectHydrated(page)
  const orders = page.getByRole('combobox', { name: 'Sort by' })
  await orders.focus()
  for (const label of ['Newest', 'Most popular']) {
    await page.keyboard.press('ArrowDown')
    await expect(orders.getByRole('option', { selected: true })).toHaveText(label)
    await expect(page).toHaveURL(/\/prompts$/)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prompts\/popular$/)
  await orders.selectOption('Newest')
  await expect(page).toHaveURL(/\/prompts\/newest$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the footer links to the shortcuts on the help page', async ({ page }) => {
    await page.goto('/prompts')
    await footerLink(page).click()
    await expect(page).toHaveURL(/\/help#keyboard$/)
    await expect(page.getByRole('heading', { name: 'Which keyboard shortcuts are there?' })).toBeInViewport()
  })
})
