import type { Page } from '@playwright/test'
import { signUpAndOpenHome } from './members.ts'
import { expect, expectAccessible, expectHydrated, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

/** Delays the scripts whose address matches until `release` is called. */
async function holdScripts(page: Page, address: RegExp): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('/ opens the palette, which finds prompts, tools and pages; Enter opens the first, arrows choose another', async ({
  page,
}) => {
  await page.goto('/categories')
  await expectHydrated(page)
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toHaveText(/Prompts.*Page/)
  await page.keyboard.press('Enter')
  await expect(palette(page), 'an empty search does nothing').toBeVisible()
  await page.keyboard.type('cover/let')
  await expect(field(page)).toHaveValue('cover/let')
  await field(page).fill('cover')
  await expect(options(page).first()).toContainText('Cover')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).first().getAttribute('id')) ?? '',
  )
  await expect(options(page).last()).toHaveText(/Search for “cover”/)
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prompt\/cover/)
  await expect(palette(page)).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('contrib')
  await expect(options(page).first()).toHaveText(/Contributors.*Page/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=contrib$/)
})

test('the name of a page comes first, and the search icon opens the palette too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/prompts')
  await expectHydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  await field(page).fill('generator')
  await expect(options(page).first()).toHaveText(/Generator.*Page/)
  await options(page).first().click()
  await expect(page).toHaveURL(/\/prompt-generator$/)
})

test('closing the palette gives the focus back, also to a blank that is being filled', async ({ page }) => {
  await page.goto('/prompt/cover-letter-writer')
  await expectHydrated(page)
  const blank = page.getByRole('region', { name: 'Worksheet' }).getByRole('textbox').last()
  await blank.focus()
  await page.keyboard.press('/')
  await expect(palette(page), 'a slash is typed in a blank').toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(blank).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page)).toHaveCount(0)
})

test('Ctrl+Enter copies a prompt; its blanks are filled in first, and the page has the same values', async ({
  page,
}) => {
  await signUpAndOpenHome(page)
  const title = titleOf('Palette')
  const content = 'Write to {{reader}} about {{topic}} in a {{tone:calm}} voice.'
  const { slug } = await (
    await page.request.post('/api/prompts', { data: { title, content, category: 'general' } })
  ).json()
  const plain = titleOf('Plain palette')
  await page.request.post('/api/prompts', { data: { title: plain, content: 'Say hello.', category: 'general' } })

  await page.keyboard.press('/')
  await field(page).fill(plain)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(palette(page)).toHaveCount(0)
  expect(await readClipboard(page)).toBe('Say hello.')

  await page.keyboard.press('/')
  await field(page).fill(title)
  await expect(options(page).first()).toContainText(title)
  await palette(page)
    .getByRole('button', { name: `Copy ${title}` })
    .click()
  const form = palette(page).getByRole('form', { name: 'Values' })
  await expect(form.getByLabel('Reader')).toBeFocused()
  await inBothThemes(page, () => expectAccessible(page))
  await page.keyboard.type('my aunt')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Topic')).toBeFocused()
  await page.keyboard.type('Ghent')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
  expect(await readClipboard(page)).toBe('Write to my aunt about Ghent in a calm voice.')

  await page.goto(`/prompt/${slug}`)
  await expect(page.locator('[data-name="topic"]').last()).toHaveText('Ghent')
})

test.describe('what is typed after / arrives in the palette', () => {
  test('even if its code comes late, and with the Enter that was pressed meanwhile', async ({ page }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    const { release } = await holdScripts(page, /\/assets\/.*\.js/)
    await page.keyboard.type('/generatorr')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(/\/prompt-generator$/)
  })

  for (const keys of ['/', 'ControlOrMeta+k'])
    test(`even if no script of the page has run yet, after ${keys}`, async ({ page }) => {
      const { release } = await holdScripts(page, /\/assets\/.*\.js/)
      await page.goto('/prompts', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press(keys)
      await page.keyboard.type('cover')
      release()
      await expect(field(page)).toHaveValue('cover')
      await expect(field(page)).toBeFocused()
      await page.keyboard.type(' letter')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/prompt\/cover-letter/)
    })

  test('also a letter that is typed as soon as the field has the focus, and one Esc closes the palette', async ({
    page,
  }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    const { release } = await holdScripts(page, /\/assets\/.*\.js/)
    await page.keyboard.type('/claud')
    await page.evaluate(() => {
      let attemptsLeft = 1_000
      const typeInField = () => {
        if (document.activeElement?.closest('.palette')) document.execCommand('insertText', false, 'e')
        else if (--attemptsLeft > 0) queueMicrotask(typeInField)
      }
      const observer = new MutationObserver(() => {
        if (document.querySelector('input[data-held-typing]')) return
        observer.disconnect()
        typeInField()
      })
      observer.observe(document.body, { childList: true })
    })
    release()
    await expect(field(page)).toHaveValue('claude')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  })

  test('and an Enter before any script opens what is found', async ({ page }) => {
    const { release } = await holdScripts(page, /\/assets\/.*\.js/)
    await page.goto('/prompts', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.type('/generator')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(/\/prompt-generator$/)
  })
})

test.describe('if the palette can’t be loaded', () => {
  test.use({ expectedMessages: [/Failed to load resource|ERR_FAILED/] })

  test('the reader is told', async ({ page }) => {
    await page.goto('/prompts', { waitUntil: 'networkidle' })
    await page.route(/\/assets\/.*palette.*\.js/, (route) => route.abort())
    await page.keyboard.press('/')
    await expect(page.getByRole('status').filter({ hasText: 'The search could not be loaded' })).toBeVisible()
    await expect(page.locator('input[data-held-typing]')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search icon leads to the search page, whose form works', async ({ page }) => {
    await page.goto('/prompts')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search$/)
    await page.getByRole('main').locator('input[name="q"]').fill('cover')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=cover$/)
  })
})
