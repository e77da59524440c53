import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

test('a member makes a webhook, sends it a ping, reads its log, and deletes it', async ({ page }) => {
  await signUp(page)
  await page.goto('/settings')
  const section = page.locator('#webhooks')
  await section.getByRole('button', { name: 'New webhook' }).click()
  const address = section.getByLabel('Address')
  await address.fill('nowhere')
  await section.getByRole('button', { name: 'Create webhook' }).click()
  await expect(section.getByText('Enter a whole address')).toBeVisible()
  // A private address isn’t contacted, and the log says so.
  await address.fill('https://127.0.0.1/hook')
  await inBothThemes(page, () => expectAccessible(page))
  await section.getByRole('button', { name: 'Create webhook' }).click()
  await expect(section.getByLabel('The secret of your new webhook')).toHaveValue(/^whsec_/)
  await section.getByRole('button', { name: 'Done' }).click()

  await section.getByRole('button', { name: /^Send a ping/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'A ping is on its way' })).toBeVisible()
  await section.getByText('Log', { exact: false }).first().click()
  await expect(async () => {
    await section.getByRole('button', { name: 'Reload the log' }).click()
    await expect(section.getByText('It is at a private address, which isn’t contacted.')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await section.getByRole('button', { name: /^Turn off/ }).click()
  await expect(section.getByText('Paused. You turned it off.')).toBeVisible()
  await section.getByRole('button', { name: /^Delete/ }).click()
  await expect(section.getByText('You have no webhooks yet.')).toBeVisible()
})
