import type { Page } from '@playwright/test'
import { expect, expectAccessibleByWidth, expectNoSidewaysScroll, test } from './story.ts'

const hourMs = 3_600_000
/** The name under which the answer is stored, in local storage and as a cookie. */
const key = 'cookie-consent'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookie settings' })
const button = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true })
const settingsButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })

/** Returns the stored answer, or null. */
async function readRecord(page: Page) {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return text === null ? null : JSON.parse(text)
}

/** The options in a stored answer with these switches on. */
function options(analytics: boolean, advertising: boolean, personalization: boolean) {
  return {
    analytics_storage: analytics,
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
    personalization_storage: personalization,
    functionality_storage: true,
    security_storage: true,
  }
}

/** Stores this text as the answer before each page loads, as if an earlier visit had done so. */
async function startWithStored(page: Page, text: string) {
  await page.addInitScript(([name, value]) => localStorage.setItem(name as string, value as string), [key, text])
}

test('a first visit shows the banner, which doesn’t block the page', async ({ page }) => {
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the focus doesn’t move').toBe('BODY')
  await button(page, 'Settings').click()
  await expect(banner(page).getByRole('switch', { name: 'Essential' })).toBeChecked()
  await expect(banner(page).getByRole('switch', { name: 'Essential' })).toBeDisabled()
  for (const name of ['Analytics', 'Advertising', 'Personalization'])
    await expect(banner(page).getByRole('switch', { name })).not.toBeChecked()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cookies')
  await expect(banner(page)).toBeVisible()
})

const answers: [name: string, switchesOn: string[], expected: object][] = [
  ['Accept All', [], options(true, true, true)],
  ['Accept Necessary', [], options(false, false, false)],
  ['Accept Necessary', ['Analytics'], options(true, false, false)],
  ['Accept Necessary', ['Advertising', 'Personalization'], options(false, true, true)],
  ['Decline', ['Analytics'], options(false, false, false)],
  ['Close', ['Advertising'], options(false, false, false)],
]

test.describe('every answer to the banner is stored, and the banner doesn’t return', () => {
  for (const [name, switchesOn, expected] of answers) {
    const switchNames = switchesOn.join(' and ') || 'no switch'
    test(`“${name}” with ${switchNames} on is stored, and the banner doesn’t return`, async ({ page, context }) => {
      await page.goto('/help')
      if (switchesOn.length > 0) await button(page, 'Settings').click()
      for (const toggle of switchesOn) await banner(page).getByRole('switch', { name: toggle }).check()
      const pressedAt = Date.now()
      await button(page, name).click()
      await expect(banner(page)).toBeHidden()
      const record = await readRecord(page)
      expect(record).toEqual({ consented: true, options: expected, timestamp: expect.any(Number) })
      expect(record.timestamp).toBeGreaterThanOrEqual(pressedAt)
      const cookie = (await context.cookies()).find(({ name }) => name === key)
      expect(JSON.parse(decodeURIComponent(cookie?.value ?? ''))).toEqual(record)
      expect((cookie?.expires ?? 0) * 1000 - pressedAt).toBeGreaterThan(364 * 24 * hourMs)
      await page.reload()
      await expect(settingsButton(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(banner(page)).toBeHidden()
    })
  }
})

test.describe('a choice is valid for 90 days, then the banner asks again', () => {
  for (const [name, text, isBannerShown] of [
    ['that was made 89 days and 23 hours ago is still valid', choiceMade(89 * 24 + 23), false],
    ['that was made 90 days and an hour ago is asked for again', choiceMade(90 * 24 + 1), true],
    ['that can’t be read is asked for again', '{"consented":tru', true],
  ] as const) {
    test(`a choice ${name}`, async ({ page }) => {
      await startWithStored(page, text)
      await page.goto('/help')
      await page.waitForLoadState('networkidle')
      await expect(banner(page)).toBeVisible({ visible: isBannerShown })
    })
  }
})

function choiceMade(hoursAgo: number): string {
  return JSON.stringify({
    consented: true,
    options: options(true, true, true),
    timestamp: Date.now() - hoursAgo * hourMs,
  })
}

test('the settings open from the footer, show the choice, and can revoke it', async ({ page, context }) => {
  await page.goto('/help')
  await button(page, 'Accept All').click()
  await context.addCookies(
    ['_ga', '_ga_AB12CD34', '_gid', '_gcl_au', '_fbp', 'theme'].map((name) => ({ name, value: '1', url: page.url() })),
  )
  await settingsButton(page).click()
  await expect(banner(page)).toBeFocused()
  await expect(banner(page).getByRole('switch', { name: 'Advertising' })).toBeChecked()

  await button(page, 'Close').click()
  await expect(banner(page)).toBeHidden()
  await expect(settingsButton(page)).toBeFocused()
  expect((await readRecord(page)).options, 'looking changes nothing').toEqual(options(true, true, true))

  await settingsButton(page).click()
  await button(page, 'Revoke consent').click()
  await expect(banner(page).getByRole('status')).toHaveText(/consent is revoked/)
  await expect(banner(page).getByRole('switch', { name: 'Advertising' })).not.toBeChecked()
  expect(await readRecord(page)).toBeNull()
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['theme'])
  await page.reload()
  await expect(banner(page)).toBeVisible()
})

test('a choice in one tab closes the banner in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/help')
  await other.goto('/terms')
  await expect(banner(other)).toBeVisible()
  await button(page, 'Decline').click()
  await expect(banner(other)).toBeHidden()
})

test('Global Privacy Control keeps advertising off even if the visitor accepts everything', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/help')
  await button(page, 'Settings').click()
  await expect(banner(page)).toContainText('Your browser’s privacy signal is respected')
  await expect(banner(page).getByRole('switch', { name: 'Advertising' })).toBeDisabled()
  await button(page, 'Accept All').click()
  await expect.poll(async () => (await readRecord(page))?.options).toEqual(options(true, false, true))
  const response = await request.get('/.well-known/gpc.json')
  expect(response.headers()['content-type']).toContain('application/json')
  expect(await response.json()).toMatchObject({ gpc: true })
})

test('the banner works with the keyboard alone, and Escape declines', async ({ page }) => {
  await page.goto('/help')
  await expect(banner(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Close')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('link', { name: 'What is stored' })).toBeFocused()
  for (const name of ['Settings', 'Accept All', 'Accept Necessary', 'Decline']) {
    await page.keyboard.press('Tab')
    await expect(button(page, name)).toBeFocused()
  }
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'Settings')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner(page)).toBeFocused()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('switch', { name: 'Analytics' })).toBeFocused()
  await page.keyboard.press('Space')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab')
  await expect(button(page, 'Accept Necessary')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await readRecord(page))?.options).toEqual(options(true, false, false))

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await button(page, 'Close').focus()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await readRecord(page))?.options).toEqual(options(false, false, false))
})

/** Fails unless the banner's buttons are in one row below its sentence, and inside the window. */
async function expectInOneRow(page: Page) {
  const sentence = await banner(page).getByText('no optional cookies').boundingBox()
  const layout = await banner(page)
    .locator('.consent-buttons')
    .getByRole('button')
    .evaluateAll((buttons) => {
      const boxes = buttons.map((node) => node.getBoundingClientRect())
      const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))
      return {
        offset: Math.max(...middles) - Math.min(...middles),
        top: Math.min(...boxes.map(({ top }) => top)),
        right: Math.max(...boxes.map(({ right }) => right)),
      }
    })
  expect(layout.offset).toBeLessThanOrEqual(1)
  expect(layout.top).toBeGreaterThanOrEqual((sentence?.y ?? 0) + (sentence?.height ?? 0))
  expect(layout.right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

for (const [orientation, width, height] of [
  ['in portrait', 390, 740],
  ['in landscape', 740, 360],
] as const) {
  test(`on a phone ${orientation} the banner covers at most a sixth of the screen, and Settings shows the switches`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/prompt/cover-letter-writer')
    for (const name of ['Accept All', 'Accept Necessary', 'Decline', 'Close'])
      await expect(button(page, name)).toBeInViewport()
    const box = await banner(page).boundingBox()
    expect(((box?.width ?? 0) * (box?.height ?? 0)) / (width * height)).toBeLessThanOrEqual(1 / 6)
    await expectInOneRow(page)
    await expect(banner(page).getByRole('switch')).toHaveCount(0)
    await expectAccessibleByWidth(page)
    await button(page, 'Settings').click()
    await expect(banner(page)).toBeFocused()
    await banner(page).getByRole('switch', { name: 'Analytics' }).check()
    await button(page, 'Accept Necessary').click()
    await expect.poll(async () => (await readRecord(page))?.options).toEqual(options(true, false, false))
  })
}

test('in a wide window the banner is on the right, and covers no link in the footer', async ({ page }) => {
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/help')
    const box = await banner(page).boundingBox()
    if (!box) throw new Error('The banner is not shown.')
    expect(box.x).toBeGreaterThan(width / 2)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const links = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()))
    expect(links.filter(({ right, bottom }) => right > box.x && bottom > box.y)).toEqual([])
  }
})

test('on a phone the banner leaves the copy and scroll-to-top buttons and the footer reachable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 740 })
  await page.goto('/prompt/cover-letter-writer')
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: /^Copy/ }).last().click()
  await expect(page.getByRole('status').filter({ hasText: /copied/i })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('button', { name: 'Scroll to top' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site map' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Site map')
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('the banner hides while a field has focus, so the form’s button works on the first tap', async ({ page }) => {
    await page.goto('/auth?tab=register')
    await expect(banner(page)).toBeVisible()
    await page.getByRole('textbox', { name: 'Confirm password' }).tap()
    await expect(banner(page)).toBeHidden()
    await page.getByRole('button', { name: 'Create account' }).tap()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await page.goto('/help')
    await expect(banner(page)).toBeVisible()
  })
})

test('the banner is accessible in both themes, and fits every width', async ({ page }) => {
  await page.goto('/help')
  await button(page, 'Settings').click()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleByWidth(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expectInOneRow(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no banner, since nothing optional can run', async ({ page }) => {
    await page.goto('/')
    await expect(banner(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toHaveCount(0)
  })
})
