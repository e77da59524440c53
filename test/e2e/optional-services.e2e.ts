import type { Page } from '@playwright/test'
import { startOptionalVendors } from '../fakes/optional-vendors.ts'
import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { expect, test } from './story.ts'

let services: Awaited<ReturnType<typeof startOptionalVendors>>
let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product

test.beforeAll(async () => {
  services = await startOptionalVendors()
  storage = await createSiteStorage()
  product = await startBuiltSite({
    ...storage.settings,
    STARTER: 'on',
    CAPTCHA: 'off',
    ANALYTICS_ID: 'G-STORY12345',
    ANALYTICS_URL: services.url,
    REVIEWS_KEY: '5f0c1a2b3c4d5e6f7a8b9c0d',
    REVIEWS_URL: services.url,
  })
})
test.afterAll(async () => {
  await product.stop()
  await storage.remove()
  services.stop()
})
test.beforeEach(() => {
  services.received.length = 0
  services.events.length = 0
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Returns what the page has told Google's tag: `default` or `update`, and the consent to analytics and to ads. */
const readConsentSignals = (page: Page) =>
  page.evaluate(() =>
    [...((window as { dataLayer?: unknown[][] }).dataLayer ?? [])]
      .filter(([command]) => command === 'consent')
      .map(([, kind, consent]) => [
        kind,
        (consent as Record<string, string>).analytics_storage,
        (consent as Record<string, string>).ad_storage,
      ]),
  )

/** Returns the types of all pages whose views Google's tag has reported. */
const listPageTypes = () => services.events.filter(({ name }) => name === 'page_view').map(({ page_type }) => page_type)

test('no optional service gets requests before consent or after Decline', async ({ page }) => {
  await page.goto(product.url)
  await expect(page.getByText('Nothing optional loads until you agree.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await press(page, 'Decline')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await page.waitForLoadState('networkidle')
  expect(services.received).toEqual([])
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false)
})

test('after Accept All, pages are counted by type, without search terms', async ({ page }) => {
  await page.goto(product.url)
  await press(page, 'Accept All')
  await expect.poll(listPageTypes).toEqual(['home'])
  expect(await readConsentSignals(page)).toEqual([
    ['default', 'denied', 'denied'],
    ['update', 'granted', 'granted'],
  ])
  await page.getByRole('main').locator('input[name="q"]').fill('something private')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/private/)
  await expect.poll(listPageTypes).toContain('search_results')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }).click()
  await expect.poll(() => listPageTypes().at(-1)).toBe('other')
  expect(JSON.stringify(services.events)).not.toContain('private')
  await expect(page.frameLocator('iframe[title="Reviews"]').getByText('4.6 of 5')).toBeAttached()
})

test('a returning visitor is counted from the first page, but not after revoking consent', async ({ page }) => {
  await page.goto(`${product.url}/help`)
  await press(page, 'Accept All')
  await expect.poll(listPageTypes).toEqual(['other'])
  await page.goto(`${product.url}/tools`)
  await expect.poll(listPageTypes).toEqual(['other', 'other'])
  // If a frame is removed while it loads, Playwright never reports `networkidle`.
  await expect(page.frameLocator('iframe[title="Reviews"]').getByText('4.6 of 5')).toBeAttached()
  const requestsBefore = services.received.length
  await press(page, 'Cookie settings')
  await press(page, 'Revoke consent')
  await expect.poll(async () => (await readConsentSignals(page)).at(-1)).toEqual(['update', 'denied', 'denied'])
  await expect(page.locator('iframe[title="Reviews"]')).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await page.waitForLoadState('networkidle')
  expect(services.received.length, 'requests to optional services').toBe(requestsBefore)
})

test('each optional service loads only if its own switch is on', async ({ page }) => {
  await page.goto(`${product.url}/help`)
  await press(page, 'Settings')
  await page.getByRole('switch', { name: 'Personalization' }).check()
  await press(page, 'Accept Necessary')
  await expect(page.locator('iframe[title="Reviews"]')).toBeAttached()
  expect(services.received).not.toContain('/gtag/js')
  await press(page, 'Cookie settings')
  await page.getByRole('switch', { name: 'Analytics' }).check()
  await press(page, 'Accept Necessary')
  await expect.poll(listPageTypes).toEqual(['other'])
  expect((await readConsentSignals(page)).at(-1)).toEqual(['update', 'granted', 'denied'])
})

test('registration and login are reported, without the username or email address', async ({ page }) => {
  const eventsNamed = (name: string) => services.events.filter((event) => event.name === name)
  await page.goto(`${product.url}/auth?tab=register`)
  await press(page, 'Accept All')
  await page.getByLabel('Username').fill('ada-lovelace')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.getByLabel('Confirm password').fill('a long enough one')
  const states = [/\/api\/votes/, /\/api\/favorites\/state/].map((address) => page.waitForResponse(address))
  await page.keyboard.press('Enter')
  await expect.poll(() => eventsNamed('sign_up')).toHaveLength(1)
  await expect(page.getByRole('button', { name: /ada-lovelace/ })).toBeVisible()
  // If the page still sent requests after the session is gone, they would be refused. The browser would log that, and
  // the story would fail.
  await Promise.all(states)
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies({ name: 'session' })
  await page.evaluate(() => localStorage.removeItem('isLoggedIn'))
  await page.goto(`${product.url}/auth`)
  await page.getByLabel('Username').fill('ada-lovelace')
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.keyboard.press('Enter')
  await expect.poll(() => eventsNamed('login')).toHaveLength(1)
  expect(JSON.stringify(services.events)).not.toMatch(/lovelace|ada@example/)
})
