import { readFile } from 'node:fs/promises'
import {
  expectSignedIn,
  fillLogin,
  linkFromEmail,
  logIn,
  logOut,
  signUp,
  signUpAndOpenHome,
  userMenu,
} from './members.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'

test('a forgotten password is reset with the link in an email, whose secret is removed from the URL immediately', async ({
  page,
}) => {
  const marta = await signUpAndOpenHome(page)
  await logOut(page, marta)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(marta.email)
  await page.getByRole('button', { name: 'Ask for a link' }).click()
  // This site has no mail server, so the page doesn't say that an email was sent. `linkFromEmail` finds it in a file.
  await expect(page.getByText('Your request was sent.')).toBeVisible()
  await page.goto(await linkFromEmail(marta.email, '/auth/reset'))
  await expect(page).toHaveURL(/\/auth\/reset$/)
  const withNewPassword = { ...marta, password: 'another horse entirely' }
  await page.getByLabel('New password').fill(withNewPassword.password)
  await page.getByLabel('Confirm password').fill(withNewPassword.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await fillLogin(page, withNewPassword)
  await expectSignedIn(page, withNewPassword)
})

test('a link whose secret was cut off is called incomplete', async ({ page }) => {
  for (const path of ['/auth/reset?token=', '/auth/verify?token=']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('The link is incomplete.')
  }
})

test('an email address is confirmed with the link in an email', async ({ page }) => {
  const marta = await signUp(page)
  await page.goto('/settings')
  // This site has no mail server, so it writes its emails to files.
  await expect(page.getByText('Not confirmed: this site doesn’t send email.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0)
  await page.goto(await linkFromEmail(marta.email, '/auth/verify'))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/verify$/)
  await page.goto('/settings')
  await expect(page.getByText('Confirmed. Only you can see it.')).toBeVisible()
})

test('the link that confirms an email address asks visitors to sign in first, and works afterwards', async ({
  page,
}) => {
  const marta = await signUp(page)
  const link = await linkFromEmail(marta.email, '/auth/verify')
  await page.goto('/')
  await logOut(page, marta)
  await expect(userMenu(page, marta.username)).toBeHidden()
  await page.goto(link)
  await expect(page.getByText('Sign in to the account with this address first')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLogin(page, marta)
  await expectSignedIn(page, marta)
  await page.goto(link)
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
})

test('a member downloads their own data', async ({ page }) => {
  const marta = await signUp(page)
  await page.goto('/settings')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`promptarium-${marta.username}.json`)
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported.account).toMatchObject({ username: marta.username, email: marta.email })
})

test('a member changes the password, and signs in with the new one', async ({ page }) => {
  const marta = await signUp(page)
  await page.goto('/settings')
  await page.getByLabel('Current password').fill(marta.password)
  await page.getByLabel('New password').fill('a third horse comes in')
  await page.getByLabel('Confirm password').fill('a third horse comes in')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()
  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  await logIn(page, { ...marta, password: 'a third horse comes in' })
})

test.describe('deleting an account', () => {
  // The browser logs each 401 and 403 in the console.
  test.use({ expectedMessages: [/status of (401|403)/] })

  test('a member deletes their account, and can’t sign in afterwards', async ({ page }) => {
    const marta = await signUp(page)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Delete them too').check()
    await dialog.getByLabel('Your password').fill(marta.password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.goto('/auth')
    await fillLogin(page, marta)
    await expect(page.getByRole('status').filter({ hasText: 'Login failed' })).toBeVisible()
  })

  test('an account is not deleted with a wrong password, and the session continues', async ({ page }) => {
    const marta = await signUp(page)
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const password = dialog.getByLabel('Your password')
    await password.fill('not the password')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(password).toHaveAccessibleDescription('This is not your password. Try again.')
    await expect(password).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expectSignedIn(page, marta)
  })
})
