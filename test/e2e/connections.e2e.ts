import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fakeOauthProvider } from '../fakes/oauth-provider.ts'
import { findFreePort } from '../processes.ts'
import { expectSignedIn, linkFromEmail, logOut, signUp, userMenu } from './members.ts'
import { createSiteStorage, runProgram, startBuiltSite } from './product.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, inBothThemes } from './story.ts'

type Site = {
  url: string
  provider: Awaited<ReturnType<typeof fakeOauthProvider>>
  dataDir: string
  /** Imports prompts from a CSV file with this content. */
  importText: (text: string) => Promise<void>
}

/** A separate site on which people can sign in with GitHub and Google. One server imitates both. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first argument.
    async ({}, use) => {
      const oauthProvider = await fakeOauthProvider()
      const storage = await createSiteStorage()
      const port = await findFreePort()
      const { clientId, clientSecret } = oauthProvider.keys
      const settings = {
        ...storage.settings,
        PORT: `${port}`,
        OAUTH_TEST_URL: oauthProvider.url,
        GITHUB_CLIENT_ID: clientId,
        GITHUB_CLIENT_SECRET: clientSecret,
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: clientSecret,
      }
      const product = await startBuiltSite(settings)
      const importText = async (text: string) => {
        const file = join(settings.DATA_DIR, 'prompts.csv')
        await writeFile(file, text)
        expect((await runProgram('src/cli/main.ts', ['import', file], settings)).status).toBe(0)
      }
      await use({ url: product.url, provider: oauthProvider, dataDir: settings.DATA_DIR, importText })
      await product.stop()
      await oauthProvider.close()
      await storage.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})

// The browser logs each response with 401, 403 or 409 in the console.
test.use({ expectedMessages: [/status of (401|403|409)/] })

test('signing in with GitHub creates an account the first time, and leads to the requested page', async ({
  page,
  site,
}) => {
  site.provider.state.person = { id: 1, name: 'octo-marta', email: 'octo@example.test' }
  await page.goto('/favorites')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(userMenu(page, 'octo-marta')).toBeVisible()
  await expect(page).toHaveURL(/\/favorites$/)
  await logOut(page, { username: 'octo-marta', email: '', password: '' })
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/auth')
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await expect(userMenu(page, 'octo-marta')).toBeVisible()
})

test('a member claims the page of a credited name with the GitHub account of that name, and later releases it', async ({
  page,
  site,
}) => {
  const marta = await signUp(page)
  const prompt = 'A prompt from elsewhere,"Explain {{topic}} to a child in three sentences.",,,octo-grace'
  await site.importText(`act,prompt,for_devs,type,contributor\n${prompt}\n`)
  await page.goto('/author/octo-grace')
  await inBothThemes(page, () => expectAccessible(page))
  site.provider.state.person = { id: 9, name: 'somebody-else', email: null }
  await page.getByRole('button', { name: 'Claim with GitHub' }).click()
  await expect(page.getByText('GitHub says that you are somebody-else')).toBeVisible()
  await page.getByRole('link', { name: 'Back to octo-grace' }).click()
  site.provider.state.person = { id: 10, name: 'Octo-Grace', email: null }
  await page.getByRole('button', { name: 'Claim with GitHub' }).click()
  await expect(page).toHaveURL(`/user/${marta.username}`)
  await expect(page.getByText('Also credited as octo-grace')).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Release octo-grace' }).click()
  await expect(page.getByText('No longer yours.')).toBeVisible()
  await page.goto('/author/octo-grace')
  await expect(page.getByText('Credited, not a member yet')).toBeVisible()
})

test('a Google account with the email address of a member can be connected only by that member, in the settings', {
  tag: '@slow',
}, async ({ page, site }) => {
  const marta = await signUp(page)
  await page.goto(await linkFromEmail(marta.email, '/auth/verify', site.dataDir))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await page.goto('/')
  await logOut(page, marta)
  await expect(userMenu(page, marta.username)).toBeHidden()

  site.provider.state.person = { id: 2, name: 'Marta', email: marta.email }
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByText('An account with your email address already exists.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/return\/google$/)
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByLabel('Username').fill(marta.username)
  await page.getByLabel('Password', { exact: true }).fill(marta.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expectSignedIn(page, marta)

  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Connected accounts' })
  await section.getByRole('button', { name: 'Connect Google' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill('not my password')
  await dialog.getByRole('button', { name: 'Go to Google' }).click()
  await expect(dialog.getByText('This is not your password. Try again.')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await dialog.getByLabel('Password').fill(marta.password)
  await dialog.getByRole('button', { name: 'Go to Google' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(section.getByText('Marta, since')).toBeVisible()

  await logOut(page, marta)
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expectSignedIn(page, marta)
  await page.goto('/settings')
  await section.getByRole('button', { name: 'Disconnect Google' }).click()
  await dialog.getByLabel('Password').fill(marta.password)
  await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(section.getByText('Not connected')).toHaveCount(2)
})

test('declining at the other site changes nothing; a return from an unknown site responds with 404', async ({
  page,
}) => {
  await page.goto('/auth/return/github?error=access_denied&state=x')
  await expect(page.getByText('The request was declined at GitHub. Nothing has changed.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/return\/github$/)
  expect((await page.request.get('/auth/return/nowhere')).status()).toBe(404)
})

// This story uses the site that other stories share, which has no providers configured.
base('there are no buttons for other sites unless they are configured', async ({ page }) => {
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
})
