import { createSiteStorage, startBuiltSite } from './product.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectFitsAndIsAccessible, expectNoSidewaysScroll, test } from './story.ts'

test('an admin sees the state of the site and what to do about problems, and checks again by keyboard', async ({
  browser,
}) => {
  const storage = await createSiteStorage()
  const product = await startBuiltSite(storage.settings)
  const site = { url: product.url, settings: storage.settings }
  try {
    const { page } = await openSignedIn(browser, 'admin', site)
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Health' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'As of' })).toContainText(
      /1 check needs attention\. As of \w+ \d+, \d{4}, \d\d:\d\d UTC/,
    )
    const problems = page.getByRole('region', { name: 'Needs attention' })
    await expect(problems.getByRole('listitem').filter({ hasText: 'Backups' })).toContainText('Set BACKUP_FOLDER')
    const fine = page.getByRole('region', { name: 'Fine' })
    for (const name of ['Jobs', 'Emails', 'Webhooks', 'AI budget', 'Database size', 'Connections', 'Migrations'])
      await expect(fine.getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'SQL statements that take the most time' })).toContainText(
      'create extension pg_stat_statements',
    )

    const checkAgain = page.getByRole('button', { name: 'Check again' })
    const response = page.waitForResponse(/\/api\/admin\/health/)
    await checkAgain.focus()
    await page.keyboard.press('Enter')
    expect((await response).status()).toBe(200)
    await expect(checkAgain).toBeFocused()

    await expectFitsAndIsAccessible(page)
    await page.setViewportSize({ width: 320, height: 844 })
    await expectNoSidewaysScroll(page)
  } finally {
    await product.stop()
    await storage.remove()
  }
})
