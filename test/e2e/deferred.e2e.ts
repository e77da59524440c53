import { expect, test } from './story.ts'

test.use({ expectedMessages: [/net::ERR_FAILED/] })

test('a component that loads on demand shows a spinner, and an error if it fails', async ({ page }) => {
  const part = /\/assets\/shortcut-dialog-.*\.js/
  await page.goto('/help', { waitUntil: 'networkidle' })
  const footer = page.getByRole('contentinfo')
  let answer = () => {}
  const held = new Promise<void>((release) => {
    answer = release
  })
  await page.route(part, async (route) => {
    await held
    await route.abort()
  })
  await footer.getByRole('link', { name: 'Keyboard' }).click()
  await expect(footer.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  answer()
  await expect(footer.getByRole('alert')).toHaveText(/^Failed to load component: .+/)
})

test('a section below the fold loads its code when the reader comes near, and its links work without it', async ({
  page,
}) => {
  const code = /\/assets\/tool-grid-.*\.js/
  await page.goto('/tools/patchbay')
  const prompts = page.getByRole('region', { name: 'Prompts for it' })
  const path = await prompts.getByRole('heading', { level: 3 }).first().getByRole('link').getAttribute('href')
  await page.setViewportSize({ width: 390, height: 500 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route(code, (route) => route.abort())
  await page.goto(path ?? '', { waitUntil: 'networkidle' })
  const link = page.getByRole('region', { name: 'Tools for this' }).getByRole('link', { name: 'Patchbay' })
  await expect(link).toBeAttached()
  expect(asked.filter((url) => code.test(url))).toEqual([])
  await link.scrollIntoViewIfNeeded()
  await expect.poll(() => asked.filter((url) => code.test(url))).not.toEqual([])
  await link.click()
  await expect(page).toHaveURL('/tools/patchbay')
})
