import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../test/e2e/chromium.ts'
import { register } from '../test/e2e/members.ts'
import { makePlace, startProduct } from '../test/e2e/product.ts'

// Takes the two pictures of README.md from the starter catalogue, in the light theme, into docs/pictures/.

const folder = join(import.meta.dirname, '../docs/pictures')
const slug = 'dinner-from-what-is-there'

async function takePictures(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  const page = await context.newPage()
  await register(page, { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' }, url)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.goto(`${url}/prompt/${slug}`)
  await fillBlanks(page)
  await save(page, 'filled-prompt')
  await compare(page)
  await save(page, 'comparison')
}

const values = [
  'a cauliflower, half a lemon, yesterday’s rice, two eggs',
  'flour, onions, soy sauce',
  '2',
  '25',
  'one pan',
  'peanuts',
]

async function fillBlanks(page: Page): Promise<void> {
  const blanks = await page.locator('.script').getByRole('textbox').all()
  for (const [index, blank] of blanks.entries()) await blank.fill(values[index] ?? '')
  await page.locator('h1').click()
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Compare models' }).first().click()
  const form = page.getByRole('form', { name: 'Compare' })
  for (const name of [/^Composer/, /^Checker/]) await form.getByRole('checkbox', { name }).check()
  await form.getByRole('button', { name: /^Compare( again)?$/ }).click()
  await page.getByText('This comparison is kept in').waitFor()
  await page.getByRole('article', { name: 'Composer', exact: true }).scrollIntoViewIfNeeded()
}

/** Writes what is on the screen as WebP, which Chromium encodes: a third of the PNG's size. */
async function save(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const blank = await page.context().newPage()
  const webp = await blank.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.85)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await blank.close()
  await writeFile(join(folder, `${name}.webp`), Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'))
}

await mkdir(folder, { recursive: true })
const place = await makePlace()
const site = await startProduct({ ...place.settings, STARTER: 'on' })
try {
  const browser = await chromium.launch(await findChromium())
  await takePictures(browser, site.url)
  await browser.close()
} finally {
  await site.stop()
  await place.remove()
}
