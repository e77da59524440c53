import {
  expectSignedIn,
  fillLogin,
  fillRegistration,
  logOut,
  makeMember,
  signIn,
  signUp,
  signUpAndOpenHome,
  userMenu,
} from './members.ts'
import { expect, test } from './story.ts'

const prompt = '/prompt/cover-letter-writer'

test('a visitor registers from a prompt’s page and returns to it', async ({ page }) => {
  const marta = makeMember()
  const savedLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Saved' })
  await page.goto(prompt)
  await expect(savedLink).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
  await page.evaluate(() => {
    new MutationObserver(() => {
      const form = [...document.forms].find(({ textContent }) => textContent?.includes('Your account is ready.'))
      if (form) document.documentElement.dataset.fieldsLeft = String(form.querySelectorAll('input').length)
    }).observe(document.body, { childList: true, subtree: true })
  })
  await fillRegistration(page, marta)
  await expect(page.getByRole('status').filter({ hasText: 'Registration successful' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${prompt}$`))
  await expect(page.locator('html'), 'the message replaces the fields').toHaveAttribute('data-fields-left', '0')
  await expect(savedLink).toBeVisible()
  await expectSignedIn(page, marta)
  await page.reload()
  await expectSignedIn(page, marta)
  await page.goto('/auth')
  await expectSignedIn(page, marta)
})

test.describe('without a connection', () => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('the sign-in page says that it can’t check who is signed in, and tries again', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'))
    await page.route('**/api/user*', (route) => route.abort('internetdisconnected'))
    await page.goto('/auth')
    const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t check who is signed in' })
    await expect(failure).toBeVisible()
    await page.unroute('**/api/user*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })
})

test('mistakes in the registration form are reported beside their fields, and nothing is sent', async ({ page }) => {
  const requestedPaths: string[] = []
  page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/auth?tab=register')
  const confirm = page.getByLabel('Confirm password')
  await page.getByLabel('Username').fill('ma')
  await page.getByLabel('Email').fill('marta')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await confirm.fill('correct house')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username must be at least 3 characters')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(confirm).toHaveAccessibleDescription("Passwords don't match")
  await confirm.fill('correct horse')
  await expect(confirm).not.toHaveAccessibleDescription(/.+/)
  expect(requestedPaths).not.toContain('/api/register')
})

test.describe('refusals', () => {
  // The browser logs each response with 401 or 409 in the console.
  test.use({ expectedMessages: [/status of (401|409)/] })

  test('a wrong password is reported once, as a failed login and not as an ended session', async ({ page }) => {
    await page.goto('/auth')
    await fillLogin(page, { username: 'nobody_here', password: 'wrong password' })
    const notice = page.getByRole('status').filter({ hasText: 'Login failed' })
    await expect(notice).toContainText('Invalid username or password.')
    await expect(page.getByText('Invalid username or password.'), 'the error is shown once').toHaveCount(1)
    await expect(page.getByText('Session Expired')).toHaveCount(0)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    const flags = () => [sessionStorage.getItem('hasAttemptedLogin'), localStorage.getItem('isLoggedIn')]
    expect(await page.evaluate(flags)).toEqual([null, null])
  })

  test('a taken username is reported in a banner, and the form stays filled in', async ({ page, browser }) => {
    const marta = await signUp(page)
    const other = await (await browser.newContext()).newPage()
    await other.goto(new URL('/auth', page.url()).href)
    await fillRegistration(other, { ...makeMember(), username: marta.username })
    await expect(other.getByRole('alert')).toContainText('This username is taken')
    await expect(other.getByRole('status').filter({ hasText: 'Registration failed' })).toContainText(
      'An error occurred during registration.',
    )
    await expect(other.getByLabel('Username')).toHaveValue(marta.username)
    await other.context().close()
  })

  test('a session that was ended in another browser is reported once, and the member returns after signing in', async ({
    page,
    browser,
  }) => {
    const marta = await signUp(page)
    await page.goto('/settings')
    const otherPage = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
    await signIn(otherPage, marta)
    await otherPage.goto('/settings')
    await otherPage.getByRole('button', { name: /^End the session/ }).click()
    await expect(otherPage.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
    await otherPage.context().close()

    await page.getByRole('button', { name: 'Export my data' }).click()
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('status').filter({ hasText: 'Session Expired' })).toContainText(
      'Your session has expired. Please sign in again.',
    )
    await fillLogin(page, marta)
    await expect(page).toHaveURL(/\/settings$/)
    await expectSignedIn(page, marta)
  })
})

test.describe('a server that fails', () => {
  test.use({ expectedMessages: [/status of 500|Request failed/] })

  test('a registration that fails without a message shows an error in the form and a notice', async ({ page }) => {
    await page.route('**/api/register', (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>' }))
    await page.goto('/auth')
    await fillRegistration(page, makeMember())
    await expect(page.getByRole('alert')).toHaveText('Registration failed. Please try again.')
    await expect(page.getByRole('status').filter({ hasText: 'Registration failed' })).toContainText(
      'An error occurred during registration.',
    )
  })

  test('a failed logout is reported, and the member stays signed in', async ({ page }) => {
    const marta = await signUpAndOpenHome(page)
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }))
    await logOut(page, marta)
    await expect(page.getByRole('status').filter({ hasText: 'Logout failed' })).toContainText(
      'An error occurred during logout.',
    )
    await expect(userMenu(page, marta.username)).toBeVisible()
  })
})

test('the buttons show progress while a form is being sent', async ({ page }) => {
  const marta = makeMember()
  /** Delays the requests to a path. Returns a function that lets them continue. */
  const delayRequests = async (path: string) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(path, async (route) => {
      await released
      await route.continue()
    })
    return release
  }
  await page.goto('/auth')
  const releaseRegistration = await delayRequests('**/api/register')
  await fillRegistration(page, marta)
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  releaseRegistration()
  await expectSignedIn(page, marta)
  await logOut(page, marta)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const releaseLogin = await delayRequests('**/api/login')
  await fillLogin(page, marta)
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  releaseLogin()
  await expectSignedIn(page, marta)
})

test('a page for members asks for a sign-in first, and the Back button skips that page', async ({ page, request }) => {
  expect(await (await request.get('/auth')).text()).toContain('spinner')
  const settingsResponse = await request.get('/settings')
  expect(settingsResponse.status()).toBe(200)
  expect(await settingsResponse.text()).toContain('Verifying authentication...')
  const marta = await signUpAndOpenHome(page)
  await logOut(page, marta)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/tools')
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
  const benefits = page.getByRole('complementary', { name: 'Benefits' })
  for (const text of ['Compare results across models', 'Submit prompts', 'Vote on prompts', 'Connect with creators'])
    await expect(benefits).toContainText(text)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(benefits).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goBack()
  await expect(page).toHaveURL(/\/tools$/)
  await page.goto('/settings')
  await fillLogin(page, marta)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Login successful' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('redirectAfterLogin')
})

test('/dashboard leads to the member’s prompts; unknown pages below it show the 404 page', async ({ page }) => {
  await signUp(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/my-prompts$/)
  await page.goto('/dashboard/nothing/here')
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page Not Found/)
})

test('logging out shows a message, deletes the member’s data in the browser, and opens the home page', async ({
  page,
}) => {
  const marta = await signUp(page)
  await page.evaluate(() => {
    for (const key of ['genie_vote_cache_1', 'favorite_1', 'prompt_vote_1', 'copy_timestamp_1', 'theme']) {
      localStorage.setItem(key, 'light')
    }
    sessionStorage.setItem('redirectAfterLogin', '/tools')
  })
  await page.goto('/settings')
  await expectSignedIn(page, marta)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  // `logOut` can't be used here: it waits for the menu's request for the credits, which a paused clock prevents.
  await userMenu(page, marta.username).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Logged out' })).toBeVisible()
  await page.clock.runFor(99)
  expect(new URL(page.url()).pathname).not.toBe('/')
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme'])
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull()
})

test('a logout in one tab logs out all tabs, and a login in one tab signs in all tabs', async ({ page, context }) => {
  const marta = await signUpAndOpenHome(page)
  const other = await context.newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await logOut(page, marta)
  await expect(other).toHaveURL(/\/auth$/)
  await fillLogin(other, marta)
  await expect(other).toHaveURL(/\/settings$/)
  await expect(userMenu(page, marta.username)).toBeVisible()
})

test('a visitor’s browser doesn’t request the session, and pages are the same for everybody', async ({
  page,
  request,
}) => {
  const requestedPaths: string[] = []
  page.on('request', (sent) => void requestedPaths.push(new URL(sent.url()).pathname))
  await page.goto('/prompts', { waitUntil: 'networkidle' })
  expect(requestedPaths).not.toContain('/api/user')
  await signUp(page)
  for (const path of ['/', '/prompts', prompt, '/tools', '/auth', '/settings']) {
    // Between two requests, the server may add counts from earlier stories to the totals, which changes a page once.
    await expect(async () => {
      const memberResponse = await page.request.get(path)
      const visitorResponse = await request.get(path)
      expect(await memberResponse.body(), path).toEqual(await visitorResponse.body())
      expect(memberResponse.headers()['cache-control'], path).toBe(visitorResponse.headers()['cache-control'])
    }).toPass({ timeout: 30_000 })
  }
})
