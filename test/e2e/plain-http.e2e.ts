import type { Page } from '@playwright/test'
import { expectSignedIn, fillRegistration, logIn, logOut, makeMember } from './members.ts'
import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

/**
 * A host name that only this browser knows. Unlike pages of localhost, its pages aren't secure contexts, so they lack
 * most of Web Crypto.
 */
const host = 'promptarium.lan'
// `setup.ts` sets this variable to the options for launching Chromium, as JSON.
const { STORY_CHROMIUM } = process.env
const chromium = STORY_CHROMIUM ? JSON.parse(STORY_CHROMIUM) : { args: [] }

let product: Product
let storage: Awaited<ReturnType<typeof createSiteStorage>>
let url: string

test.use({
  launchOptions: { ...chromium, args: [...chromium.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] },
  baseURL: async ({ baseURL: _ }, use) => use(url),
})

test.beforeAll(async () => {
  storage = await createSiteStorage()
  product = await startBuiltSite({
    ...storage.settings,
    CAPTCHA: 'altcha',
    PAYMENTS: 'sandbox',
    PAYMENTS_SANDBOX_UNSAFE: '1',
    STARTER: 'on',
    OPENAI_API_KEY: 'sk-story-1234567890',
    // No program listens there, so OpenAI's answer fails and is refunded. The Composer's answer costs a credit.
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  })
  url = product.url.replace('127.0.0.1', host)
})
test.afterAll(async () => {
  await product?.stop()
  await storage?.remove()
})

/** The link in the header that shows the credits. */
const chip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /credits?$/ })

test('on plain HTTP, a visitor registers; a member generates, compares, copies, buys Premium and signs in again', {
  tag: '@slow',
}, async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('/auth')
  expect(await page.evaluate(() => [isSecureContext, crypto.subtle])).toEqual([false, undefined])
  const marta = makeMember()
  await fillRegistration(page, marta)
  await expect(page).not.toHaveURL(/\/auth/, { timeout: 180_000 })
  await expectSignedIn(page, marta)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()

  await page.goto('/prompt-generator')
  await page.getByLabel('Your idea').fill('A lesson plan about mountains')
  await page.getByLabel('Written by').selectOption('composer')
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByRole('button', { name: 'Open in the create form' })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('29 credits')

  await page.goto('/compare')
  await page.getByLabel('Your prompt', { exact: true }).fill('Say hello.')
  const form = page.getByRole('form', { name: 'Compare' })
  await form.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('This comparison is saved in')).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('28 credits')

  await page.goto('/prompts')
  await page.locator('.card a[data-list-item]').first().click()
  await page.getByRole('complementary', { name: 'Use this prompt' }).locator('[data-key="copy"]').click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')
  await field.press('ControlOrMeta+V')
  await expect(field).not.toHaveValue('')

  await page.goto('/subscription')
  await page.getByRole('region', { name: 'Premium' }).getByRole('button', { name: 'Go Premium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go Premium' })
  await dialog.getByRole('radio', { name: 'Visa works' }).check()
  await dialog.getByRole('button', { name: 'Subscribe for $9.00' }).click()
  await expect(page).toHaveURL(/\/subscription\/success$/)
  await expect(chip(page)).toHaveAccessibleName('1,000 credits')

  await page.goto('/settings')
  await expect(page.getByText('Passkeys don’t work here. They need')).toBeVisible()
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  await logIn(page, marta)
})
