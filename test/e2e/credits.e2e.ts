import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fillRegistration, logIn, makeMember, signUp, signUpAndOpenHome, userMenu } from './members.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleByWidth,
  expectNoSidewaysScroll,
  inBothThemes,
  test,
} from './story.ts'

/** The link in the header that shows the credits. */
const chip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /credits?$/ })

/** Counts how many times the page requests the balance from now on. */
function countReads(page: Page): () => number {
  let reads = 0
  page.on('request', (request) => {
    // The first read comes with others.
    if (/\/api\/user\/credits(?:[?,]|$)/.test(request.url())) reads++
  })
  return () => reads
}

/** Replaces the answers to the reads below a path, which come with others or alone. */
async function replaceAnswers(page: Page, path: string, answer: { status: number; body: object }): Promise<void> {
  await page.route(`**${path}*`, (route) => route.fulfill({ status: answer.status, json: answer.body }))
  await page.route('**/api/user?with=**', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const address of Object.keys(json.answers)) if (address.startsWith(path)) json.answers[address] = answer
    await route.fulfill({ response, json })
  })
}

/** Spends credits through the API, as a member's program would, so the page isn't notified. */
async function spendElsewhere(page: Page, amount: number, reason: string): Promise<void> {
  const response = await page.request.post('/api/user/credits/decrease', { data: { amount, reason } })
  expect(response.status()).toBe(200)
}

/** Notifies the page of a new balance, as the generator does after a run. */
async function announce(page: Page, credits: number): Promise<void> {
  await page.evaluate((credits) => {
    window.dispatchEvent(new CustomEvent('creditUpdate', { detail: { credits, forced: true, source: 'ai-service' } }))
  }, credits)
}

test('a member sees 30 credits and what they are for, with the same number everywhere', async ({ page }) => {
  const marta = await signUpAndOpenHome(page)
  await expect(chip(page)).toHaveAccessibleName('30 credits')

  await chip(page).hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText('You have 30 generation credits')
  await expect(tip).toContainText('Click to get more credits')
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  await chip(page).click()
  await expect(page.getByRole('heading', { name: 'Manage Credits' })).toBeVisible()
  await expect(page.getByRole('img', { name: '30 of 30 monthly credits left' })).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/help')
  await expect(chip(other)).toHaveAccessibleName('30 credits')
  await spendElsewhere(page, 29, 'Generator: a five-question quiz')
  // The credits pulse for less time than passes between two checks by Playwright, so this watches inside the page.
  const pulse = page.waitForFunction(() => document.querySelector('header [data-pulse="long"]') !== null)
  await announce(page, 1)
  await pulse
  await expect(chip(page)).toHaveAccessibleName('1 credit')
  await expect(chip(page)).toHaveAttribute('data-pulse', 'none')
  await expect(chip(other), 'credits spent in one tab update the balance in the others').toHaveAccessibleName(
    '1 credit',
  )
  await other.close()
  await expect(page.getByRole('img', { name: '1 of 30 monthly credits left' })).toBeVisible()
  await expect(page.getByRole('row', { name: /a five-question quiz/ })).toContainText('−29')
  await userMenu(page, marta.username).click()
  await expect(page.locator('#user-menu')).toContainText('1 credit')
})

test('the user menu leads to Manage Credits and refreshes the balance; a page load requests the balance once', async ({
  page,
}) => {
  const marta = await signUpAndOpenHome(page)
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  await userMenu(page, marta.username).click()
  await page.getByRole('menuitem', { name: 'Manage Credits' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Credits' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeVisible()
  const reads = countReads(page)
  await page.goto('/credits')
  await expect(page.getByRole('img', { name: '30 of 30 monthly credits left' })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  expect(reads()).toBe(1)
  await spendElsewhere(page, 5, 'Somewhere else')
  await userMenu(page, marta.username).click()
  await expect(page.locator('#user-menu')).toContainText('25 credits')
  await expect(chip(page)).toHaveAccessibleName('25 credits')
  expect(reads()).toBe(2)
})

test('a visitor is asked to sign in and returns to the credits, which aren’t requested before the sign-in', async ({
  page,
}) => {
  const reads = countReads(page)
  await page.goto('/')
  await page.goto('/credits')
  await expect(page).toHaveURL(/\/auth/)
  expect(reads()).toBe(0)
  await fillRegistration(page, makeMember())
  await expect(page).toHaveURL(/\/credits$/)
  await expect(page.getByRole('heading', { name: 'Manage Credits' })).toBeVisible()
})

test('a fresh site shows both plans with their credits, and sells Premium for test cards', async ({ page }) => {
  await signUp(page)
  await page.goto('/subscription')
  await expect(page.getByRole('region', { name: 'Free' })).toContainText('30 credits every month')
  const premium = page.getByRole('region', { name: 'Premium' })
  await expect(premium).toContainText('1,000 credits every month')
  await expect(premium).toContainText('$9.00')
  await expect(page.getByText('Sandbox payments: no money moves')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await premium.getByRole('button', { name: 'Go Premium' }).click()
  await page.getByRole('button', { name: 'Subscribe for $9.00' }).click()
  await expect(page.getByText('You have Premium.')).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('1,000 credits')
})

test.describe('Premium that can’t be bought', () => {
  const reason = 'Premium can’t be bought yet: no language model is set up on this site.'

  test('is shown with its credits and the reason, without a button', async ({ page }) => {
    await signUp(page)
    const plans = { provider: 'stripe', premium: { amount: 900, currency: 'usd', interval: 'month', closed: reason } }
    await replaceAnswers(page, '/api/subscription/plans', { status: 200, body: plans })
    await page.goto('/subscription')
    const premium = page.getByRole('region', { name: 'Premium' })
    await expect(premium).toContainText('1,000 credits every month')
    await expect(premium).toContainText(reason)
    await expect(premium.getByRole('button', { name: 'Go Premium' })).toHaveCount(0)
    await inBothThemes(page, () => expectAccessible(page))
    await premium.getByRole('link', { name: 'bring your own key' }).click()
    await expect(page.getByLabel('OpenRouter key')).toBeInViewport()
  })

  test.describe('because payments are off', () => {
    test.use({ expectedMessages: [/the server responded with a status of 503/] })

    test('is shown with its credits and the server’s reason', async ({ page }) => {
      await signUp(page)
      const body = { error: 'Premium can’t be bought on this site.', code: 'provider_unavailable', requestId: 'r' }
      await replaceAnswers(page, '/api/subscription/', { status: 503, body })
      await page.goto('/subscription')
      const premium = page.getByRole('region', { name: 'Premium' })
      await expect(premium).toContainText('1,000 credits every month')
      await expect(premium).toContainText('Premium can’t be bought on this site.')
      await expect(premium.getByRole('button', { name: 'Go Premium' })).toHaveCount(0)
    })
  })
})

test('the ledger has pages, and can be downloaded as CSV', async ({ page }) => {
  await signUp(page)
  for (let amount = 1; amount <= 22; amount++) await spendElsewhere(page, 1, `Spend number ${amount}`)
  await page.goto('/credits')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(21)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('row', { name: /Monthly allowance, free plan/ })).toContainText('+30')
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(rows).toHaveCount(21)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trimEnd().split('\r\n')).toHaveLength(24)
})

test.describe('when requests fail', () => {
  // The browser logs each failed request, and the page logs failures of background requests.
  test.use({ expectedMessages: [/status of (401|503)|The credits could not be loaded|ApiError/] })

  test('a failed refresh shows an error and keeps the number', async ({ page }) => {
    await signUp(page)
    await page.goto('/credits')
    await expect(chip(page)).toHaveAccessibleName('30 credits')
    await page.route('**/api/user/credits?*', (route) =>
      route.fulfill({ status: 503, json: { error: 'Away', code: 'overloaded', requestId: 'x' } }),
    )
    await page.getByRole('button', { name: 'Refresh' }).click()
    const notice = page.getByRole('status').filter({ hasText: 'Error refreshing credits' })
    await expect(notice).toContainText('Unable to retrieve your current credit balance.')
    await expect(chip(page)).toHaveAccessibleName('30 credits')
  })

  test('a request after the end of the session hides the credits', async ({ page, context }) => {
    const marta = await signUpAndOpenHome(page)
    await expect(chip(page)).toHaveAccessibleName('30 credits')
    await context.clearCookies()
    await userMenu(page, marta.username).click()
    await expect(page.getByRole('status').filter({ hasText: 'Session Expired' })).toBeVisible()
    await expect(chip(page)).toHaveCount(0)
    await logIn(page, marta)
    await expect(chip(page)).toHaveAccessibleName('30 credits')
  })
})

test('Manage Credits is accessible at every width, and the credits’ tooltip appears on focus', async ({ page }) => {
  await signUp(page)
  await spendElsewhere(page, 3, 'Generator: a very long name of something that somebody wanted to have written')
  await page.goto('/credits')
  await expect(page.getByRole('img', { name: '27 of 30 monthly credits left' })).toBeVisible()
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
    [320, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
    await chip(page).focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toBeHidden()
  }
})
