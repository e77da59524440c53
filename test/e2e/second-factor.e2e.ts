import type { Page } from '@playwright/test'
import { authenticatorCode } from '../authenticator.ts'
import { expectSignedIn, fillLogin, logOut, signUp, signUpAndOpenHome, type TestMember } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

// The browser logs each response with 401 or 403 in the console.
test.use({ expectedMessages: [/status of (401|403)/] })

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })

/**
 * Sets up a second factor in the settings. `check` is called before the code is entered. Returns the secret and the
 * recovery codes.
 */
async function setUp(page: Page, { password }: TestMember, check = async () => {}) {
  await page.goto('/settings')
  await section(page).getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await section(page).getByLabel('Your password').fill(password)
  await section(page).getByRole('button', { name: 'Continue' }).click()
  await expect(section(page).getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible()
  const secret = ((await section(page).locator('code').textContent()) ?? '').replaceAll(' ', '')
  await check()
  await section(page).getByLabel('Code', { exact: true }).fill(authenticatorCode(secret))
  await section(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(section(page).getByText('Save these recovery codes')).toBeVisible()
  const codes = await section(page).getByRole('listitem').allTextContents()
  return { secret, codes }
}

async function enterPassword(page: Page, member: TestMember) {
  await page.goto('/auth')
  await fillLogin(page, member)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('a second factor is set up and required at the next sign-in, which leads to the requested page', async ({
  page,
}) => {
  const marta = await signUp(page)
  const { secret, codes } = await setUp(page, marta)
  expect(codes).toHaveLength(10)
  await section(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(section(page).getByText('On. 10 recovery codes are left.')).toBeVisible()
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
  await fillLogin(page, marta)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or was used before.').first()).toBeVisible()
  // The current code was used to turn on the second factor. The next code is already valid.
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, new Date(), 1))
  await page.keyboard.press('Enter')
  await expectSignedIn(page, marta)
  await expect(page).toHaveURL(/\/settings$/)
})

test('without a phone, a member signs in and turns off two-step sign-in with recovery codes, each valid once', async ({
  page,
}) => {
  const marta = await signUp(page)
  const { codes } = await setUp(page, marta)
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  await enterPassword(page, marta)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectSignedIn(page, marta)

  await page.goto('/settings')
  await expect(section(page).getByText('On. 9 recovery codes are left.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Switch off' }).click()
  await section(page).getByLabel('Your password').fill('not my password')
  await section(page)
    .getByLabel('Code', { exact: true })
    .fill(codes[0] ?? '')
  await section(page).getByRole('button', { name: 'Switch off two-step sign-in' }).click()
  await expect(section(page).getByText('This is not your password. Try again.')).toBeVisible()
  await section(page).getByLabel('Your password').fill(marta.password)
  await section(page).getByRole('button', { name: 'Switch off two-step sign-in' }).click()
  await expect(section(page).getByText('This recovery code is wrong or was used before.')).toBeVisible()
  await section(page)
    .getByLabel('Code', { exact: true })
    .fill(codes[1] ?? '')
  await section(page).getByRole('button', { name: 'Switch off two-step sign-in' }).click()
  await expect(section(page).getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible()
})

test('each step of the two-step sign-in is accessible in both themes, and fits on a phone', async ({ page }) => {
  // Unlike `signUp`, this opens a page, which has the cookie banner.
  const marta = await signUpAndOpenHome(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  const checkAccessible = () =>
    inBothThemes(page, async () => {
      // A button that the header partly covers would count as too small.
      await page.evaluate(() => scrollTo(0, 0))
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page)
      }
      await expectAccessible(page)
      await page.setViewportSize({ width: 1280, height: 900 })
    })
  await setUp(page, marta, checkAccessible)
  await checkAccessible()
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  await enterPassword(page, marta)
  await checkAccessible()
})

/** Returns the same URL with a host name, because passkeys don't work with an IP address. */
const atLocalhost = (url = '') => url.replace('127.0.0.1', 'localhost')

test.describe('passkeys', () => {
  test.use({ baseURL: async ({ baseURL }, use) => use(atLocalhost(baseURL)) })

  test('a member adds a passkey in the settings, signs in with it alone, and removes it', async ({ page }) => {
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    const name = 'W'.repeat(60)
    const marta = await signUp(page)
    await page.goto('/settings')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await expect(passkeys.getByText('You have none yet.')).toBeVisible()
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await passkeys.getByLabel('Name of the passkey').fill(name)
    await passkeys.getByLabel('Your password').fill('not my password')
    await passkeys.getByRole('button', { name: 'Add the passkey' }).click()
    await expect(passkeys.getByText('This is not your password. Try again.')).toBeVisible()
    await passkeys.getByLabel('Your password').fill(marta.password)
    await passkeys.getByRole('button', { name: 'Add the passkey' }).click()
    await expect(passkeys.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await page.setViewportSize({ width: 390, height: 900 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await logOut(page, marta)
    await expect(page).toHaveURL(/\/$/)

    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectSignedIn(page, marta)
    await page.goto('/settings')
    await expect(passkeys.getByText('last used')).toBeVisible()
    await passkeys.getByRole('button', { name: `Remove ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await inBothThemes(page, () => expectAccessible(page))
    await dialog.getByLabel('Password').fill(marta.password)
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(passkeys.getByText('You have none yet.')).toBeVisible()
  })

  test('on a device without a passkey, a message says so, and the form stays', async ({ page }) => {
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('this device has no passkey for this site')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })
})
