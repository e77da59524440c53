import type { Page } from '@playwright/test'
import { chip } from './credit-steps.ts'
import { expectSignedIn, makeMember, signUp, signUpAndOpenHome, userMenu } from './members.ts'
import { expect, expectFitsAndIsAccessible, expectNoSidewaysScroll, test } from './story.ts'

/**
 * Checks accessibility at two widths, each in one theme, and sideways scrolling at these widths and at 320 px.
 * Afterwards, the window is 1280 px wide.
 */
async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  await expectFitsAndIsAccessible(page)
  await page.setViewportSize({ width: 320, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 844 })
}

// The stories in `screens.e2e.ts` check /auth/forgot, and /auth without errors.
test('all sign-in pages are accessible in both themes, even with errors', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.goto('/auth?tab=register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Password confirmation required')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  for (const path of ['/auth/reset?token=unknown', '/auth/reset']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectAccessibleAtEveryWidth(page)
  }
})

test('the user menu, the settings and the dialog that deletes the account are accessible in both themes', async ({
  page,
}) => {
  const marta = await signUpAndOpenHome(page, {
    ...makeMember(),
    username: `marta_${'m'.repeat(16)}${Date.now() % 100_000}`,
  })
  // On a page of text, the open menu covers no link half, which would count as one that is too small.
  await page.goto('/terms')
  await userMenu(page, marta.username).click()
  await expectAccessibleAtEveryWidth(page)
  await page.goto('/settings')
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expectAccessibleAtEveryWidth(page)
})

test('registering, the user menu and logging out work with the keyboard alone', async ({ page }) => {
  const marta = makeMember()
  await page.goto('/auth')
  const tab = page.getByRole('tab', { name: 'Login' })
  await tab.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Register' })).toBeFocused()
  await expect(page).toHaveURL(/tab=register$/)
  await expect(page.getByLabel('Confirm password')).toBeVisible()
  for (const text of [marta.username, marta.email]) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  for (let field = 0; field < 2; field++) {
    // The first press moves to the button “Show password”, and the second one to the field.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(marta.password)
  }
  await page.keyboard.press('Enter')
  await expectSignedIn(page, marta)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const button = userMenu(page, marta.username)
  await button.focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  for (const name of ['My Prompts', 'Saved Prompts', 'Manage Credits', 'Subscription Plans', 'Log out'])
    await expect(items.filter({ hasText: name })).toBeVisible()
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

/**
 * Adds up the layout shifts of each page that is opened from now on. Returns a function that reads the sum for the
 * current page.
 */
async function sumShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
}

test('a member’s home page leads to their drafts and saved prompts, without layout shifts', async ({ page }) => {
  const marta = await signUp(page)
  const readShiftSum = await sumShifts(page)
  const ownLinks = page.getByRole('navigation', { name: 'Your prompts and notifications' })
  await page.goto('/')
  await expectSignedIn(page, marta)
  await page.waitForLoadState('networkidle')
  await expect(ownLinks, 'without drafts and saved prompts').toHaveCount(0)

  const draft = {
    title: 'A plan for rain',
    content: 'Plan {{hours}} hours of rain.',
    category: 'general',
    status: 'draft',
  }
  expect((await page.request.post('/api/prompts', { data: draft })).status()).toBe(201)
  // A prompt of the imported test/fixtures/ugly-prompts.csv.
  const { id } = await (await page.request.get('/api/prompts/poet')).json()
  expect((await page.request.post('/api/favorites', { data: { promptId: id } })).ok()).toBe(true)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(ownLinks.getByRole('link')).toHaveText(['1 draft', '1 saved'])
    await expectNoSidewaysScroll(page)
    expect(await readShiftSum(), `at ${width} px`).toBeLessThan(0.001)
  }
  await ownLinks.getByRole('link', { name: '1 draft' }).click()
  await expect(page.getByRole('link', { name: 'A plan for rain', exact: true })).toBeVisible()
})

test('from tablet width up, the header is a single row for visitors and members, and doesn’t shift when the session loads', async ({
  page,
}) => {
  const expectOneRow = async () => {
    for (const width of [768, 800, 900, 1023, 1024, 1100, 1279, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const { height, barHeight } = await page.getByRole('banner').evaluate((header) => ({
        height: header.getBoundingClientRect().height,
        barHeight: Number.parseFloat(getComputedStyle(header.firstElementChild as Element).minHeight),
      }))
      expect(height, `at ${width} px`).toBeLessThan(barHeight + 2)
    }
  }
  await page.goto('/prompts')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expectOneRow()
  const marta = await signUp(page)
  const readShiftSum = await sumShifts(page)
  await page.goto('/prompts')
  await expectSignedIn(page, marta)
  await expect(chip(page), 'the credits in the header').toHaveAccessibleName('30 credits')
  expect(await readShiftSum()).toBeLessThan(0.001)
  await expectOneRow()
})
