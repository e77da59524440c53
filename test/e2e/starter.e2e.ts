import { createSiteStorage, type Product, startBuiltSite } from './product.ts'
import { expect, expectAccessible, expectAccessibleByWidth, expectNoSidewaysScroll, test } from './story.ts'

let storage: Awaited<ReturnType<typeof createSiteStorage>>
let product: Product
test.beforeAll(async () => {
  storage = await createSiteStorage()
  product = await startBuiltSite({ ...storage.settings, STARTER: 'on' })
})
test.afterAll(async () => {
  await product.stop()
  await storage.remove()
})

test('a fresh install shows a prompt to fill in and copy', async ({ page }) => {
  await page.goto(product.url)
  const tryOut = page.getByRole('region', { name: 'Try a prompt' })
  await tryOut.getByRole('textbox', { name: 'option A' }).fill('the train')
  await tryOut.getByRole('textbox', { name: 'option B' }).fill('the night bus')
  await tryOut.getByRole('button', { name: 'Copy' }).click()
  await expect(async () => {
    const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
    expect(clipboardText).toContain('I am choosing between the train and the night bus.')
  }).toPass()
})

test('a fresh install’s home page is accessible: light theme on a desktop, dark theme on a phone', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(product.url)
    await expectNoSidewaysScroll(page)
    await expectAccessibleByWidth(page)
  }
})

test('on a fresh install, prompts in Arabic and Japanese declare their language, and Arabic runs right to left', async ({
  page,
}) => {
  await page.goto(`${product.url}/prompt/tarjamat-risala-rasmiya`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAttribute('lang', 'ar')
  expect(await heading.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl')
  await page.goto(`${product.url}/prompt/kaigi-no-mae-ni-yomu-ichimai`)
  await expect(heading).toHaveAttribute('lang', 'ja')
  await expectAccessible(page)
})
