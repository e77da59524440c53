import { signUp } from './members.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

test('a member creates a token for a script, uses it, and revokes it', async ({ page, playwright, baseURL }) => {
  const marta = await signUp(page)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('checkbox', { name: /^Read your data/ }).uncheck()
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Give the token a name')).toBeVisible()
  await expect(page.getByText('Choose at least one')).toBeVisible()
  await page.getByLabel('Token name').fill('My nightly script')
  await page.getByRole('checkbox', { name: /^Read your data/ }).check()
  await page.getByRole('checkbox', { name: /^Run comparisons/ }).check()
  await page.getByLabel('Credits a day').fill('12')
  await page.getByLabel('Expires after').selectOption('30 days')
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create token' }).click()
  const token = await page.getByLabel('Your new token').inputValue()
  expect(token).toMatch(/^ptm_/)
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Your new token')).toBeHidden()
  await expect(page.getByText('0 of 12 credits spent today (UTC)')).toBeVisible()

  const script = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await (await script.get('/api/user')).json()).username).toBe(marta.username)
  expect((await script.get('/api/user/sessions')).status()).toBe(403)
  await page.reload()
  await expect(page.getByText(/Read, Run, until .*, last used/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke My nightly script' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Token revoked' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeFocused()
  expect((await script.get('/api/user')).status()).toBe(401)
  await script.dispose()
})

test.describe('the form for a new token, after the server asked for the password', () => {
  test.use({ expectedMessages: [/status of (400|403)/] })

  test('shows only errors about the password at the password field', async ({ page }) => {
    await signUp(page)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Token name').fill('My nightly script')
    const refuse = async (status: number, error: string, fields?: { password: string }) => {
      const code = status === 400 ? 'validation_failed' : 'forbidden'
      await page.route('**/api/user/tokens', (route) => route.fulfill({ status, json: { error, code, fields } }), {
        times: 1,
      })
      await page.getByRole('button', { name: 'Create token' }).click()
    }
    const password = page.getByLabel('Your password')
    const old = 'You signed in more than 12 hours ago.'
    await refuse(400, old, { password: old })
    await expect(password).toHaveAccessibleDescription(old)
    await password.fill('correct horse battery')
    await refuse(403, 'Confirm your email address first.')
    await expect(page.getByRole('status').filter({ hasText: 'Confirm your email address first.' })).toBeVisible()
    await expect(password).toHaveAccessibleDescription('')
    const wrong = 'This is not your password. Try again.'
    await refuse(403, wrong, { password: wrong })
    await expect(password).toHaveAccessibleDescription(wrong)
  })
})

test('an admin revokes a member’s token', async ({ browser, page }) => {
  const marta = await signUp(page)
  await page.request.post('/api/user/tokens', { data: { name: 'Leaked', scopes: ['write'] } })
  const { page: adminPage } = await openSignedIn(browser, 'admin')
  await adminPage.goto(`/admin/users?q=${marta.username}`)
  await adminPage.getByRole('button', { name: `Manage ${marta.username}` }).click()
  await adminPage.getByRole('button', { name: `Tokens of ${marta.username}` }).click()
  await expectAccessible(adminPage)
  await adminPage.getByRole('button', { name: 'Revoke Leaked' }).click()
  await expect(adminPage.getByText('None.')).toBeVisible()
  expect(await (await page.request.get('/api/user/tokens')).json()).toEqual([])
})
