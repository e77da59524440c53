import type { Locator, Page } from '@playwright/test'
import { slugOf } from './all-prompts.ts'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectHydrated, inBothThemes, openMore, test } from './story.ts'
import { textValue, titleOf } from './writer.ts'

/** Opens the prompt of test/fixtures/ugly-prompts.csv with this title, and waits until the page is hydrated. */
async function openPrompt(page: Page, title: string) {
  await page.goto(`/prompt/${await slugOf(page.request, title)}`)
  // The key C copies the prompt only once the page is hydrated.
  await expect(async () => {
    await page.keyboard.press('c')
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible({ timeout: 500 })
  }).toPass()
}

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const worksheet = (page: Page) => page.getByRole('region', { name: 'Worksheet' })
const copyButton = (page: Page) => page.getByRole('button', { name: /^Cop(y|ied)$/ })
/** A blank in the text. The fields above the text have the same names. */
const blank = (page: Page, name: string) =>
  worksheet(page)
    .locator('.blank')
    .and(page.getByLabel(name, { exact: true }))

const reset = (page: Page) => page.getByRole('button', { name: 'Reset' }).click()

test('blanks are filled in place, one after the other, by typing and pasting, and copied', async ({ page }) => {
  await openPrompt(page, 'Cover Letter Writer')
  await expect(worksheet(page)).toContainText('3 of 4 blanks left')
  await blank(page, 'position').click()
  await page.keyboard.type('carpenter')
  await page.keyboard.press('Enter')
  await expect(blank(page, 'company')).toBeFocused()
  await page.keyboard.type('Oak & Sons <GmbH>')
  await expect(worksheet(page)).toContainText('1 of 4 blanks left')
  await copyButton(page).click()
  await expect(page.getByRole('status').filter({ hasText: '1 blank is still empty: notes.' })).toBeVisible()
  expect(await readClipboard(page)).toContain('for the post of carpenter at Oak & Sons <GmbH>. Use my notes')
  expect(await readClipboard(page)).toContain('under 250 words')
  expect(await readClipboard(page)).toMatch(/Notes:\n\{\{notes\}\}$/)

  await test.step('a field above the text and its blank have the same value', async () => {
    await page.getByRole('textbox', { name: 'company' }).and(page.locator('input')).fill('Ash & Sons')
    await expect(blank(page, 'company')).toHaveText('Ash & Sons')
    await reset(page)
    await expect(blank(page, 'company')).toHaveText('')
    await expect(blank(page, 'words')).toHaveText('250')
  })
  await test.step('an emptied blank shows its name again, and is copied as its name', async () => {
    await blank(page, 'words').click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await expect(worksheet(page)).toContainText('4 blanks left')
    await copyButton(page).click()
    await expect.poll(() => readClipboard(page)).toContain('under {{words}} words')
  })
  await test.step('what is typed replaces a default; a second press places the caret within it', async () => {
    await reset(page)
    await blank(page, 'words').click()
    await page.keyboard.type('90')
    await expect(blank(page, 'words')).toHaveText('90')
    await reset(page)
    await blank(page, 'company').focus()
    await page.keyboard.press('Tab')
    await expect(blank(page, 'words')).toBeFocused()
    await page.keyboard.type('80')
    await expect(blank(page, 'words')).toHaveText('80')
    await reset(page)
    await blank(page, 'words').dblclick()
    await blank(page, 'words').click()
    await page.keyboard.press('End')
    await page.keyboard.type('0')
    await expect(blank(page, 'words')).toHaveText(/^\d{4}$/)
  })
  await test.step('an untouched default is to be checked; after copying, the button says where to paste', async () => {
    await reset(page)
    for (const name of ['position', 'company', 'notes']) await blank(page, name).fill(name)
    await expect(copyButton(page)).toHaveAccessibleDescription('Check 1 prefilled blank')
    await copyButton(page).click()
    await expect(copyButton(page)).toHaveAccessibleDescription('Paste it into a chat')
    await expect(worksheet(page)).not.toContainText('to check')
    await blank(page, 'notes').fill('none')
    await expect(copyButton(page)).toHaveAccessibleDescription('Check 1 prefilled blank')
    await blank(page, 'words').fill('250')
    await expect(copyButton(page)).toHaveAccessibleDescription('All blanks are filled')
  })
  await test.step('Enter in the last blank moves to the copy button', async () => {
    await reset(page)
    for (const name of ['position', 'company']) await blank(page, name).fill(name)
    await blank(page, 'notes').click()
    await page.keyboard.type('none')
    await expect(copyButton(page)).toHaveAccessibleDescription('Check 1 prefilled blank')
    await blank(page, 'words').fill('90')
    await expect(copyButton(page)).toHaveAccessibleDescription('All blanks are filled')
    await blank(page, 'notes').focus()
    await page.keyboard.press('Enter')
    await expect(copyButton(page)).toBeFocused()
  })
  await test.step('pasted text keeps its line breaks and loses its formatting', async () => {
    await reset(page)
    await page.evaluate(() =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob(['<b>bold</b><br>and more'], { type: 'text/html' }),
          'text/plain': new Blob(['bold\nand more'], { type: 'text/plain' }),
        }),
      ]),
    )
    await blank(page, 'notes').click()
    await page.keyboard.press('ControlOrMeta+V')
    expect(await blank(page, 'notes').locator('b').count()).toBe(0)
    await copyButton(page).click()
    await expect.poll(() => readClipboard(page)).toMatch(/Notes:\nbold\nand more$/)
  })
})

test('a refused clipboard is reported, and the text is shown for copying by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.goto('/prompts')
  await page.locator('.card a[data-list-item]').first().click()
  await copyButton(page).click()
  await expect(page.getByRole('alert')).toContainText('The browser blocked copying')
  await expect(page.getByRole('textbox', { name: 'Filled text' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  const fillButton = (page: Page) => page.getByRole('button', { name: /^Fill in \d blanks?$/ })

  test('labels and the bottom button lead to empty blanks; once all are filled, Copy and Run in replace the button', async ({
    page,
  }) => {
    await openPrompt(page, 'Cover Letter Writer')
    await worksheet(page).getByText('notes', { exact: true }).first().click()
    await expect(blank(page, 'notes')).toBeFocused()
    await page.keyboard.type('none')
    await expect(fillButton(page)).toHaveText('Fill in 2 blanks')
    await page.getByRole('button', { name: 'Copy as is' }).click()
    await expect.poll(() => readClipboard(page)).toMatch(/for the post of \{\{position\}\}[\s\S]*Notes:\nnone$/)

    await blank(page, 'words').tap()
    await page.keyboard.type('120')
    await expect(blank(page, 'words'), 'a default is replaced').toHaveText('120')
    for (const name of ['position', 'company']) {
      await fillButton(page).tap()
      await expect(blank(page, name)).toBeFocused()
      await expect(blank(page, name)).toBeInViewport()
      await page.keyboard.type(`my ${name}`)
    }
    await expect(fillButton(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Run in' })).toBeInViewport()
    await expect(copyButton(page)).toBeInViewport()
    await copyButton(page).tap()
    const hint = page.locator('.copy-bar').getByText('Paste it into a chat')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const label = await boxOf(copyButton(page).locator('span'))
      const { top, bottom } = await boxOf(hint)
      expect(top, 'the line is below the label').toBeGreaterThanOrEqual(label.bottom)
      expect(bottom, 'the line is on the button').toBeLessThanOrEqual((await boxOf(copyButton(page))).bottom)
    }
    await expect
      .poll(() => readClipboard(page))
      .toMatch(/for the post of my position at my company[\s\S]*Notes:\nnone$/)

    // The buttons for votes and the license are below the text.
    const panel = page.getByRole('complementary', { name: 'Use this prompt' })
    await expect(panel.getByRole('button', { name: 'Upvote' })).toBeVisible()
    for (const part of ['Save', 'More'])
      await expect(page.locator('.copy-bar').getByRole('button', { name: part })).toBeVisible()
    await expect(panel.getByText('License')).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
  })
})

test('the menu More fits in the window, and the notice of a copied link on a phone', async ({ page }) => {
  await signUp(page)
  const data = { title: titleOf('Internationalizationists'), content: 'Greet {{name}}.', category: 'general' }
  const { slug } = await (await page.request.post('/api/prompts', { data })).json()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/prompt/${slug}`)
  await expectHydrated(page)
  const menu = await openMore(page)
  await expect(menu.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('button', { name: 'Share' })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('button', { name: 'Add to collection' }).click()
  await expect(page.getByRole('dialog', { name: 'Add to collection' })).toBeVisible()
  await expect(menu.getByText('Share'), 'the dialog takes the place of the menu').toBeHidden()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await menu.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 })
})

test('a placeholder in brackets is filled in without changing the prompt, and the author can make it a blank', async ({
  page,
}) => {
  await signUp(page)
  const slug = await publishText(page, 'Act as an expert in the [Insert Industry, e.g., Tech] trade. Use {{paste_jd}}.')
  await page.goto(`/prompt/${slug}`)
  await expect(worksheet(page)).toContainText('2 blanks left')
  await expect(blank(page, 'Paste JD')).toBeVisible()
  await blank(page, 'industry').click()
  await page.keyboard.type('cheese')
  await copyButton(page).click()
  await expect.poll(() => readClipboard(page)).toBe('Act as an expert in the cheese trade. Use {{paste_jd}}.')
  await blank(page, 'industry').fill('')
  await copyButton(page).click()
  await expect
    .poll(() => readClipboard(page))
    .toBe('Act as an expert in the [Insert Industry, e.g., Tech] trade. Use {{paste_jd}}.')
  const { content } = await (await page.request.get(`/api/prompts/${slug}`)).json()
  expect(content).toContain('[Insert Industry, e.g., Tech]')
  // On the page, the author sees a notice. In the editor, they convert the placeholder.
  await expect(page.getByText('One place looks like a blank')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: /\[Insert Industry, e\.g\., Tech\].*industry/ }).click()
  await expect(textValue(page)).toHaveValue('Act as an expert in the {{industry}} trade. Use {{paste_jd}}.')
})

test('a prompt for images offers no comparison of models that answer in text', async ({ page }) => {
  await signUp(page)
  const compare = page.getByRole('link', { name: 'Compare models' })
  for (const category of ['general', 'image-generation']) {
    const data = { title: titleOf('A harbor'), description: '', content: 'A harbor at dusk, 16:9.', category, tags: [] }
    const { slug } = await (await page.request.post('/api/prompts', { data })).json()
    await page.goto(`/prompt/${slug}`)
    await expect(page.getByRole('region', { name: 'Run in' }).first()).toBeVisible()
    await openMore(page)
    await expect(compare).toHaveCount(category === 'general' ? 1 : 0)
    await expect(page.getByRole('heading', { name: 'Comparison' })).toHaveCount(category === 'general' ? 1 : 0)
  }
})

/** Measures an element. */
const boxOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect)

/** Publishes a prompt with this text. Returns its slug. */
async function publishText(page: Page, content: string): Promise<string> {
  const body = { title: `Trade ${crypto.randomUUID()}`, content, category: 'general', status: 'published' }
  const response = await page.request.post('/api/prompts', {
    data: body,
    headers: { origin: new URL(page.url()).origin },
  })
  return (await response.json()).slug
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the text is shown with the names of its blanks, and the page links to the plain text', async ({ page }) => {
    await page.goto(`/prompt/${await slugOf(page.request, 'Cover Letter Writer')}`)
    await expect(worksheet(page)).toContainText('Write a cover letter for the post of')
    await expect(blank(page, 'position')).toBeVisible()
    await expect(copyButton(page)).toBeHidden()
    await openMore(page)
    await page.getByRole('link', { name: 'Plain text' }).click()
    await expect(page.locator('body')).toContainText('for the post of {{position}} at {{company}}')
  })
})
