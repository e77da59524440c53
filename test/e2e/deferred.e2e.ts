import { expect, test } from './story.ts'

test.use({ expectedMessages: [/net::ERR_FAILED/] })

test('a component that loads on demand shows a spinner while it loads, and an error if loading fails', async ({
  page,
}) => {
  const scriptPattern = /\/assets\/shortcut-dialog-.*\.js/
  await page.goto('/help', { waitUntil: 'networkidle' })
  const footer = page.getByRole('contentinfo')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(scriptPattern, async (route) => {
    await released
    await route.abort()
  })
  await footer.getByRole('link', { name: 'Keyboard' }).click()
  await expect(footer.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  release()
  await expect(footer.getByRole('alert')).toHaveText(/^Failed to load component: .+/)
})

test('a section below the fold stays readable, and its links work, if its code fails to load', async ({ page }) => {
  // Each prompt that the tool's page lists has the tool among its related tools.
  await page.goto('/tools/patchbay')
  const prompts = page.getByRole('region', { name: /^Prompts (?:tagged|in) / })
  const promptPath = await prompts.getByRole('heading', { level: 3 }).first().getByRole('link').getAttribute('href')
  await page.route(/\/assets\/tool-grid-.*\.js/, (route) => route.abort())
  await page.goto(promptPath ?? '', { waitUntil: 'networkidle' })
  await page.getByRole('region', { name: 'Related tools' }).getByRole('link', { name: 'Patchbay' }).click()
  await expect(page).toHaveURL('/tools/patchbay')
})
