import { chip } from './credit-steps.ts'
import { createSiteStorage, type Product, runProgram, startBuiltSite } from './product.ts'
import type { Site } from './site.ts'
import { openSignedIn, publish, rowOf } from './staff.ts'
import { expect, expectAccessible, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product
let site: Site
test.beforeAll(async () => {
  storage = await createSiteStorage()
  product = await startBuiltSite({ ...storage.settings, MODERATION: 'pre' })
  site = { url: product.url, settings: storage.settings }
})
test.afterAll(async () => {
  await product.stop()
  await storage.remove()
})

test.describe('if prompts of new members need approval', () => {
  // The browser logs two errors in the console: the 404 of a pending prompt, and the 409 of approving an outdated text.
  test.use({ expectedMessages: [/status of (404|409)/] })

  test('a moderator approves a prompt with one key, but only if they see its current text, and everybody finds it', async ({
    browser,
  }) => {
    const title = titleOf('First words')
    const author = await openSignedIn(browser, undefined, site)
    const slug = await publish(author.page, title)
    await author.page.goto('/my-prompts?status=pending')
    await expect(author.page.getByRole('link', { name: title, exact: true })).toBeVisible()

    const { page } = await openSignedIn(browser, 'moderator', site)
    /** Returns the status of the prompt's page, and for each list whether it contains the prompt. */
    const readVisibility = async () => {
      const paths = ['/prompts/newest', '/feed.xml', '/sitemap/prompts.xml', '/category/creative']
      const pages = await Promise.all(paths.map(async (path) => (await page.request.get(path)).text()))
      return [(await page.request.get(`/prompt/${slug}`)).status(), ...pages.map((text) => text.includes(slug))]
    }
    expect(await readVisibility()).toEqual([404, false, false, false, false])
    await page.goto('/admin')
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: /^Prompts/ })
      .click()
    await rowOf(page, title).focus()
    // The open row shows the prompt's text. `publish` ends it with these words.
    await expect(page.getByText('today and tomorrow')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    const changed = { content: 'Not the text that the moderator read.' }
    await author.page.request.patch(`/api/prompts/${slug}`, { data: changed })
    await page.keyboard.press('a')
    await expect(page.getByText('The prompt was not changed')).toBeVisible()
    expect(await readVisibility()).toEqual([404, false, false, false, false])
    await page.reload()
    await rowOf(page, title).focus()
    await page.keyboard.press('a')
    await expect(page.getByText(`Published “${title}”`)).toBeVisible()
    await expect(page.getByText('No prompts are waiting. You’re all caught up.')).toBeVisible()
    expect(await readVisibility()).toEqual([200, true, true, true, true])
    await page.goto(`/prompt/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})

test.describe('actions on people', () => {
  test.use({ expectedMessages: [/status of (400|403)/] })

  test('an admin gives credits with a reason, and the user gets them; in an old session, a ban requires the password', async ({
    browser,
  }) => {
    const { page, member } = await openSignedIn(browser, 'admin', site)
    const other = await openSignedIn(browser, undefined, site)
    await page.goto(`/admin/users?q=${other.member.username}`)
    await page.getByRole('button', { name: `Manage ${other.member.username}` }).click()
    await page.getByRole('button', { name: `Give credits to ${other.member.username}` }).click()
    const creditDialog = page.getByRole('dialog', { name: `Give credits to ${other.member.username}` })
    await creditDialog.getByRole('button', { name: 'Give' }).click()
    await expect(creditDialog.getByText('Use a whole number, 1 or more')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await creditDialog.getByLabel('Credits').fill('12')
    await creditDialog.getByLabel('Reason').fill('For the lost evening')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Credits given' })).toBeVisible()
    await other.page.goto('/credits')
    // A new member has 30 credits.
    await expect(chip(other.page)).toHaveAccessibleName('42 credits')
    await expect(other.page.getByText('For the lost evening')).toBeVisible()

    const { status, output } = await runProgram('test/e2e/age-sessions.ts', [], site.settings)
    expect(status, output).toBe(0)
    await page.getByRole('button', { name: `Ban ${other.member.username}` }).click()
    const banDialog = page.getByRole('dialog', { name: `Ban ${other.member.username}?` })
    const password = banDialog.getByLabel('Your password')
    const ban = banDialog.getByRole('button', { name: 'Ban', exact: true })
    await expect(password).toBeHidden()
    await ban.click()
    await expect(password).toBeFocused()
    await expect(banDialog.getByText('You signed in more than 12 hours ago')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await password.fill('not my password')
    await ban.click()
    await expect(password).toHaveAccessibleDescription('This is not your password. Try again.')
    expect((await other.page.request.get('/api/user')).status()).toBe(200)
    await password.fill(member.password)
    await ban.click()
    await expect(page.getByRole('button', { name: `Lift ban of ${other.member.username}` })).toBeVisible()
    expect((await other.page.request.get('/api/user')).status()).toBe(401)
  })
})
