import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSiteStorage, type Product, runProgram, startBuiltSite } from './product.ts'
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
  // Which prompt it is depends on the day.
  const tryOut = page.getByRole('region', { name: 'Prompt of the day' })
  await tryOut.getByRole('textbox').first().fill('the night bus')
  await tryOut.getByRole('button', { name: 'Copy' }).click()
  await expect(async () => {
    const clipboardText = await page.evaluate(() => navigator.clipboard.readText())
    expect(clipboardText).toContain('the night bus')
    expect(clipboardText.length).toBeGreaterThan(40)
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

test('a home page on which every section is full is at most 4,500 px high on a phone', async ({ page }) => {
  const people = ['Ada Lovelace', 'Grace Hopper', 'Linus', 'Margaret', 'Barbara Liskov', 'Donald']
  const rows = people.map(
    (name, n) => `Plan part ${n} of a trip,"Plan part ${n} of a trip to {{place}}.",FALSE,TEXT,${name}`,
  )
  const file = join(tmpdir(), `promptarium-people-${process.pid}.csv`)
  await writeFile(file, `act,prompt,for_devs,type,contributor\n${rows.join('\n')}\n`)
  for (const command of [['import', file], ['demo']])
    expect((await runProgram('src/cli/main.ts', command, storage.settings)).status).toBe(0)
  await rm(file)
  await page.setViewportSize({ width: 390, height: 844 })
  const heights: number[] = []
  // The page is cached for a minute, so it is read anew.
  await expect(async () => {
    await page.goto(product.url)
    await page
      .getByRole('button', { name: 'Decline' })
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    await expect(page.getByRole('link', { name: 'Grace Hopper' }).first()).toBeAttached({ timeout: 2_000 })
    heights.push(await page.evaluate(() => document.documentElement.scrollHeight))
  }).toPass({ timeout: 90_000 })
  for (const text of ['No highly rated prompts', 'No popular prompts'])
    await expect(page.getByText(text)).toHaveCount(0)
  expect(heights.at(-1)).toBeLessThanOrEqual(4_500)
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
