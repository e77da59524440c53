import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { openSignedIn, rowOf } from './staff.ts'
import { expect, expectAccessibleByWidth, expectNoSidewaysScroll, test } from './story.ts'

// The second story reads the message that the first one sent, so a retry has to repeat both, on a new site.
test.describe.configure({ mode: 'serial' })

let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product
test.beforeAll(async () => {
  storage = await createSiteStorage()
  product = await startBuiltSite({ ...storage.settings, CONTACT_URL: 'mailto:desk@example.org' })
})
test.afterAll(async () => {
  await product.stop()
  await storage.remove()
})

/** Returns the emails in the site's outbox, with their headers. */
async function readEmails(): Promise<string[]> {
  const outbox = join(storage.settings.DATA_DIR as string, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  return Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outbox, name), 'utf8')))
}

test('a visitor writes to the operator: errors are shown in place, a reload keeps the text, and the email arrives', async ({
  page,
}) => {
  await page.goto(`${product.url}/contact`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Write at least 10 characters')).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleByWidth(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Subject').fill('About kitchens')
  await page.getByLabel('Message').fill('Please have a look at the prompt about kitchens.')
  await expect(page.getByText('Write at least 10 characters')).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Please have a look at the prompt about kitchens.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message is on its way.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('ada@example.org')).toBeVisible()
  await expect.poll(readEmails, { timeout: 90_000 }).toEqual([expect.stringContaining('To: desk@example.org')])
  expect((await readEmails())[0]).toContain('About kitchens')
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')

  await page.getByLabel('Message').fill('Please have a look at this prompt too.')
  await page.goto(`${product.url}/contact?subject=${encodeURIComponent('Report: /prompt/x')}`)
  await expect(page.getByLabel('Message')).toHaveValue('Please have a look at this prompt too.')
  await expect(page.getByLabel('Subject')).toHaveValue('Report: /prompt/x')
  await page.getByLabel('Subject').fill('My own subject')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('My own subject')
})

test('an admin marks the message as done with one key, undoes that, and marks it again; the audit log has both entries', async ({
  browser,
  request,
}) => {
  const { page } = await openSignedIn(browser, 'admin', { url: product.url, settings: storage.settings })
  await page.goto('/admin/messages?state=done')
  await expect(page.getByText('No messages have been marked as done yet.')).toBeVisible()
  await page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Waiting' }).click()
  await expect(rowOf(page, 'About kitchens')).toHaveAttribute('aria-expanded', 'true')
  const main = page.getByRole('main')
  await expect(main.getByText('Please have a look at the prompt about kitchens.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'ada@example.org' })).toHaveAttribute('href', /^mailto:ada@example\.org/)
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('d')
  await expect(page.getByText('Done: the message from ada@example.org')).toBeVisible()
  await expect(page.getByText('No messages are waiting.')).toBeVisible()
  await page.keyboard.press('u')
  await expect(rowOf(page, 'About kitchens')).toBeVisible()
  await rowOf(page, 'About kitchens').focus()
  const done = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.keyboard.press('d')
  await done
  await page.goto('/admin/audit?action=message.done')
  await expect(page.getByRole('link', { name: 'marked a message as done' })).toHaveCount(2)
  expect((await request.get(`${product.url}/api/admin/messages`)).status()).toBe(401)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact page is readable, and explains what the form needs', async ({ page }) => {
    await page.goto(`${product.url}/contact`)
    await expect(page.getByText('The form needs JavaScript.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
  })
})
