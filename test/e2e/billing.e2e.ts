import type { Page } from '@playwright/test'
import { signUp, signUpAndOpenHome, userMenu } from './members.ts'
import { createSiteStorage, startBuiltSite } from './product.ts'
import { test as base, expect, expectAccessible, expectFitsAndIsAccessible } from './story.ts'

/** Playwright's `test`, for stories on a separate site that takes payments through the sandbox. */
const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const storage = await createSiteStorage()
      const product = await startBuiltSite({
        ...storage.settings,
        CAPTCHA: 'off',
        PAYMENTS: 'sandbox',
        PAYMENTS_SANDBOX_UNSAFE: '1',
        OPENAI_API_KEY: 'sk-story-1234567890',
      })
      await use(product.url)
      await product.stop()
      await storage.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site),
})

/** The link in the header that shows the credits. */
const chip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /credits?$/ })
const premium = (page: Page) => page.getByRole('region', { name: 'Premium' })
const notice = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title })

async function openPlans(page: Page): Promise<void> {
  await page.goto('/subscription')
  await expect(page.getByRole('heading', { name: 'Subscription Plans' })).toBeVisible()
  await expect(premium(page)).toContainText('$9.00')
}

/** Subscribes to Premium with one of the sandbox's cards. */
async function subscribeWith(page: Page, card: string): Promise<void> {
  await premium(page).getByRole('button', { name: 'Go Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go Premium' })
  await dialog.getByRole('radio', { name: card }).check()
  await dialog.getByRole('button', { name: 'Subscribe for $9.00' }).click()
}

/** Spends credits through the API. */
async function spend(page: Page, amount: number): Promise<void> {
  const response = await page.request.post('/api/user/credits/decrease', { data: { amount } })
  expect(response.status()).toBe(200)
}

test('a member with too few credits goes Premium, has 1,000 credits immediately, cancels, stays Premium, and resumes', async ({
  page,
}) => {
  const marta = await signUpAndOpenHome(page)
  await spend(page, 29)
  await userMenu(page, marta.username).click()
  await page.getByRole('menuitem', { name: 'Subscription Plans' }).click()
  await expect(page.getByText('Sandbox payments: no money moves')).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('1 credit')
  await expect(page.getByRole('region', { name: 'Free' })).toContainText('Your plan')

  await expect(premium(page)).toContainText(/Enough for [\d,]+ answers from OpenAI/)
  await subscribeWith(page, 'Visa works')
  await expect(notice(page, 'Subscription created')).toBeVisible()
  await expect(page).toHaveURL(/\/subscription\/success$/)
  await expect(chip(page)).toHaveAccessibleName('1,000 credits')
  await expect(page.getByText('You have Premium.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Your invoices' })).toContainText('$9.00')
  await userMenu(page, marta.username).click()
  await expect(page.locator('#user-menu')).toContainText('Premium')
  await page.keyboard.press('Escape')

  await premium(page).getByRole('button', { name: 'Cancel Premium' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Premium?' })
  await expect(cancel).toContainText(/until [A-Z][a-z]+ \d+, \d{4}/)
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(notice(page, 'Subscription canceled')).toBeVisible()
  await expect(premium(page)).toContainText(/Ends on [A-Z][a-z]+ \d+, \d{4}/)
  await page.reload()
  await expect(premium(page)).toContainText('Your plan')
  await expect(chip(page)).toHaveAccessibleName('1,000 credits')
  await page.goto('/credits')
  await expect(page.getByRole('region', { name: 'Your credits' })).toContainText('The next 30 arrive on')
  await expect(page.getByRole('row', { name: /replacing the 1 credit you had left/ })).toContainText('+999')
  await expect(page.getByRole('table')).not.toContainText('Replaced')
  await page.goto('/subscription')

  await premium(page).getByRole('button', { name: 'Resume Premium' }).click()
  const resume = page.getByRole('dialog', { name: 'Resume Premium?' })
  await expect(resume).toContainText('Nothing is charged today')
  await resume.getByRole('button', { name: 'Resume subscription' }).click()
  await expect(premium(page)).toContainText('Renews on')
})

test('too few credits lead to the plans, which compare what each gives, and Premium leads back to what was typed', async ({
  page,
}) => {
  await signUpAndOpenHome(page)
  await spend(page, 30)
  await page.goto('/prompt-generator')
  // With a known balance, the browser refuses without asking the server.
  await expect(chip(page)).toHaveAccessibleName('0 credits')
  await page.getByLabel('Your idea').fill('A toast for my sister')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page
    .getByRole('dialog', { name: 'Insufficient credits' })
    .getByRole('link', { name: 'Subscription Plans' })
    .click()
  const back = page.getByRole('link', { name: 'Back to what you were doing' })
  await expect(back).toBeVisible()
  const plans = page.getByRole('table', { name: 'The plans side by side' })
  await expect(plans.getByRole('row', { name: /^Credits/ })).toContainText(/30\s*1,000/)
  await expect(plans.getByRole('row', { name: /^Answers from OpenAI/ })).toContainText(/\d credits? each/)
  await expectFitsAndIsAccessible(page)
  await subscribeWith(page, 'Visa works')
  await expect(page).toHaveURL(/\/subscription\/success$/)
  await expect(page.getByText('You have Premium.')).toBeVisible()
  await back.click()
  await expect(page).toHaveURL(/\/prompt-generator$/)
  await expect(page.getByLabel('Your idea')).toHaveValue('A toast for my sister')
  await expect(chip(page)).toHaveAccessibleName(/1,?000 credits/)
  await page.goto('/subscription')
  await expect(premium(page)).toContainText('Your plan')
  await expect(back).toBeHidden()
})

test('a payment that the bank wants confirmed is completed once the member confirms it', async ({ page }) => {
  await signUp(page)
  await openPlans(page)
  await subscribeWith(page, 'Visa that needs confirmation')
  const confirmation = page.getByRole('dialog', { name: 'Confirm this payment' })
  await expect(confirmation).toContainText('$9.00')
  await expectAccessible(page)
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  await confirmation.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(page).toHaveURL(/\/subscription\/success$/)
  await expect(chip(page)).toHaveAccessibleName('1,000 credits')
})

test.describe('a declined card', () => {
  test.use({ expectedMessages: [/the server responded with a status of 402/] })

  test('changes nothing, shows an error, and another card works', async ({ page }) => {
    await signUp(page)
    await openPlans(page)
    await subscribeWith(page, 'Visa without funds')
    const dialog = page.getByRole('dialog', { name: 'Go Premium' })
    await expect(dialog.getByRole('alert')).toContainText('Subscription creation failed')
    await expect(chip(page)).toHaveAccessibleName('30 credits')
    await dialog.getByRole('radio', { name: 'Visa works' }).check()
    await dialog.getByRole('button', { name: 'Subscribe for $9.00' }).click()
    await expect(page).toHaveURL(/\/subscription\/success$/)
    await expect(chip(page)).toHaveAccessibleName('1,000 credits')
  })
})

test.describe('a server that fails', () => {
  test.use({ expectedMessages: [/the server responded with a status of 503/] })

  test('a failed cancellation shows an error and changes nothing', async ({ page }) => {
    await signUp(page)
    await openPlans(page)
    await subscribeWith(page, 'Visa works')
    await expect(page).toHaveURL(/\/subscription\/success$/)
    const body = { error: 'The payment provider can’t be reached.', code: 'provider_unavailable', requestId: 'r' }
    await page.route('**/api/subscription/cancel', (route) => route.fulfill({ status: 503, json: body }))
    await premium(page).getByRole('button', { name: 'Cancel Premium' }).click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(notice(page, 'Cancellation failed')).toContainText('can’t be reached')
    // Seen notices of failures go at the next press. By itself, this one would stay for some seconds more.
    await page.clock.setFixedTime(Date.now() + 2_000)
    await page.getByRole('button', { name: 'Keep Premium' }).click()
    await expect(notice(page, 'Cancellation failed')).toHaveCount(0, { timeout: 2_000 })
    await expect(premium(page)).toContainText('Renews on')
  })
})

test('a visitor has to sign in to see the plans', async ({ page }) => {
  await page.goto('/subscription')
  await expect(page).toHaveURL(/\/auth/)
})

test('the plans are accessible in a wide window and a narrow one, and a double click buys once', async ({ page }) => {
  await signUp(page)
  await openPlans(page)
  await expectFitsAndIsAccessible(page)
  await premium(page).getByRole('button', { name: 'Go Premium' }).click()
  await expectFitsAndIsAccessible(page)
  await page.getByRole('button', { name: 'Subscribe for $9.00' }).dblclick()
  await expect(page.getByText('You have Premium.')).toBeVisible()
  await expectFitsAndIsAccessible(page)
  const invoices = await page.request.get('/api/subscription/invoices')
  expect(await invoices.json()).toMatchObject({ total: 1 })
})
