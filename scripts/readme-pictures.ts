import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startAiSite } from '../test/e2e/ai-site.ts'
import { findChromium } from '../test/e2e/chromium.ts'
import { signUpAndOpenHome } from '../test/e2e/members.ts'

// Takes the two pictures of README.md in the light theme, and writes them to docs/pictures/. The site has the starter
// catalogue, and fake vendors send our own sample answers.

const folder = join(import.meta.dirname, '../docs/pictures')
const slug = 'dinner-from-what-is-there'

async function takePictures(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
  const page = await context.newPage()
  await signUpAndOpenHome(page, { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' }, url)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.goto(`${url}/prompt/${slug}`)
  await fillBlanks(page)
  await saveScreenshot(page, 'filled-prompt')
  await compare(page)
  await saveScreenshot(page, 'comparison')
}

/** The values of the prompt's blanks, in the order of the page. */
const values = [
  'a cauliflower, half a lemon, yesterday’s rice, two eggs',
  'flour, onions, soy sauce',
  '2',
  '25',
  'one pan',
  'peanuts',
]

async function fillBlanks(page: Page): Promise<void> {
  const blanks = await page.locator('.worksheet-text').getByRole('textbox').all()
  for (const [index, blank] of blanks.entries()) await blank.fill(values[index] ?? '')
  await page.locator('h1').click()
}

/** The sample answers, by the name of the model that sends them. */
const answers = {
  'sample-large': `## Lemon egg-fried rice with cauliflower

**2 people, 25 minutes, one pan.** No peanuts.

1. Cut the cauliflower into small florets and slice an onion.
2. Fry both in the hot pan for 8 minutes, until the edges brown.
3. Add the rice, press it flat and leave it for 3 minutes.
4. Push it aside, scramble the two eggs, then fold them in.
5. Season with soy sauce and the juice of the half lemon.

*If the rice sticks, add a spoonful of water.*`,
  'sample-small': `**Cauliflower and rice cakes**, 2 people, 25 minutes.

1. Grate the cauliflower. Chop an onion finely.
2. Mix both with the rice, two eggs and 3 spoonfuls of flour.
3. Fry six cakes in one pan, 4 minutes on each side.
4. Serve with lemon juice and soy sauce.

No peanuts in it. Use up the rice today.`,
}

/** Runs the filled prompt with both sample models, and scrolls to their answers. */
async function compare(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Compare models' }).first().click()
  const models = page.getByRole('form', { name: 'Compare' }).getByRole('group', { name: /Models/ })
  await models.getByRole('checkbox').first().waitFor()
  const chosen = models.getByRole('checkbox', { checked: true })
  while ((await chosen.count()) > 0) await chosen.first().uncheck()
  for (const name of Object.keys(answers)) await models.getByRole('checkbox', { name: new RegExp(name) }).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByText('This comparison is saved in').waitFor()
  await page
    .getByRole('article')
    .filter({ hasText: 'Grate the cauliflower' })
    .last()
    .evaluate((answer) => answer.scrollIntoView({ block: 'center' }))
}

/** Saves a screenshot as WebP, which is a third the size of a PNG. Chromium encodes it. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const emptyPage = await page.context().newPage()
  const webp = await emptyPage.evaluate(
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
  await emptyPage.close()
  await writeFile(join(folder, `${name}.webp`), Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'))
}

await mkdir(folder, { recursive: true })
const site = await startAiSite({ models: { OPENAI: 'sample-large=3', ANTHROPIC: 'sample-small=1' }, texts: answers })
try {
  const browser = await chromium.launch(await findChromium())
  await takePictures(browser, site.url)
  await browser.close()
} finally {
  await site.stop()
}
