import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, openMore, test } from './story.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Picture' })

/** Reads the width and height of a PNG file. */
async function sizeOf(path: string): Promise<[width: number, height: number]> {
  const file = await readFile(path)
  expect(file.toString('latin1', 1, 4)).toBe('PNG')
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

async function download(page: Page): Promise<{ name: string; size: [number, number] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  return { name: file.suggestedFilename(), size: await sizeOf(await file.path()) }
}

test('the filled-in text becomes a picture in the browser, to download or share, and nothing is sent', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, text }: ShareData) => {
        Object.assign(window, { shared: `${files?.[0]?.name} ${text}` })
      },
    })
  })
  await page.goto('/prompt/cover-letter-writer', { waitUntil: 'networkidle' })
  await page.locator('.worksheet-text .blank').first().fill('head gardener')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('gardener')) sent.push(request.url())
  })
  await openMore(page)
  await page.getByRole('button', { name: 'Picture of my text' }).click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  const { name, size } = await download(page)
  expect(name).toBe('cover-letter-writer.png')
  expect(size[0]).toBe(1080)
  expect(size[1]).toBeLessThanOrEqual(1350)
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: string }).shared))
    .toMatch(/^cover-letter-writer\.png Cover Letter Writer https?:\/\/.*\/prompt\/cover-letter-writer$/)
  expect(sent).toEqual([])
})

test('the picture of a text of 200,000 characters has its beginning', async ({ page }) => {
  await signUp(page)
  const data = {
    title: 'خطاب طويل '.repeat(15).trim(),
    content: `{{name}} ${'كلمة '.repeat(39_000)}`,
    category: 'general',
  }
  const response = await page.request.post('/api/prompts', { data })
  expect(response.status(), await response.text()).toBe(201)
  await page.goto(`/prompt/${(await response.json()).slug}`)
  await openMore(page)
  await page.getByRole('button', { name: 'Picture of my text' }).click()
  expect((await download(page)).size).toEqual([1080, expect.any(Number)])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})
