import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, openMore, test } from './story.ts'

/** Replaces every other site with an empty page, so that no request leaves this machine. */
test.beforeEach(async ({ context, baseURL }) => {
  await context.route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
  )
})

/**
 * Opens a prompt that has blanks, waits until the page is hydrated, and fills in the last textbox named “position”: the
 * blank in the text, which comes after the field of the same name.
 */
async function openFilled(page: Page, position: string) {
  await page.goto('/prompt/cover-letter-writer', { waitUntil: 'networkidle' })
  const worksheet = page.getByRole('region', { name: 'Worksheet' })
  await worksheet.getByRole('textbox', { name: 'position' }).last().fill(position)
}

const promptActions = (page: Page) => page.getByRole('complementary', { name: 'Use this prompt' })

/** Calls `press`, which clicks a link. Returns the tab that the link opened. */
async function openTab(page: Page, press: () => Promise<void>): Promise<Page> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), press()])
  await popup.waitForURL(/^https:/)
  return popup
}

test('a chat that accepts a text in its URL gets the filled text, and no referrer', async ({ page }) => {
  await openFilled(page, 'head gardener & beekeeper')
  const copyRequest = page.waitForRequest(
    (request) => new URL(request.url()).pathname.endsWith('/copy') && request.method() === 'POST',
  )
  const popup = await openTab(page, () => promptActions(page).getByRole('link', { name: 'Run in ChatGPT' }).click())
  const address = new URL(popup.url())
  expect(address.origin).toBe('https://chatgpt.com')
  const text = address.searchParams.get('prompt') ?? ''
  expect(text).toContain('for the post of head gardener & beekeeper at {{company}}')
  expect(text).toContain('under 250 words')
  expect(await popup.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await copyRequest
})

test('for other chats the text is copied first, and the page says so', async ({ page }) => {
  await openFilled(page, 'head gardener')
  const popup = await openTab(page, () => promptActions(page).getByRole('link', { name: 'Run in Gemini' }).click())
  expect(popup.url()).toBe('https://gemini.google.com/app')
  await expect(page.getByRole('status').filter({ hasText: 'Paste it into Gemini’s message field.' })).toBeVisible()
  await page.bringToFront()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('for the post of head gardener')
})

test('a prompt for images is copied, and an image tool opens; the copy for Midjourney ends with the ratio', async ({
  page,
}) => {
  await signUp(page)
  const data = { title: `Fox ${Date.now()}`, content: 'A fox in {{season:winter}}, 4:5.', category: 'image-generation' }
  const { slug } = await (await page.request.post('/api/prompts', { data })).json()
  await page.goto(`/prompt/${slug}`, { waitUntil: 'networkidle' })
  await expect(promptActions(page).getByRole('link', { name: 'Run in Claude' })).toHaveCount(0)
  await expect(promptActions(page).getByText('For Midjourney, --ar 4:5 is added at the end')).toBeVisible()
  const popup = await openTab(page, () => promptActions(page).getByRole('link', { name: 'Run in Midjourney' }).click())
  expect(popup.url()).toBe('https://www.midjourney.com/imagine')
  await expect(page.getByRole('status').filter({ hasText: 'Paste it into Midjourney’s prompt field.' })).toBeVisible()
  await page.bringToFront()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A fox in winter, 4:5. --ar 4:5')
})

test('a text that is too long for a URL is copied', async ({ page }) => {
  await openFilled(page, 'gardener '.repeat(250).trim())
  const popup = await openTab(page, () => promptActions(page).getByRole('link', { name: 'Run in Claude' }).click())
  expect(popup.url()).toBe('https://claude.ai/new')
  await expect(
    page.getByRole('status').filter({ hasText: 'too long for a link. Paste it into Claude’s message field.' }),
  ).toBeVisible()
})

test('if the browser refuses access to the clipboard, no chat opens, and the text is shown for copying by hand', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    document.execCommand = () => false
  })
  await openFilled(page, 'head gardener')
  await promptActions(page).getByRole('link', { name: 'Run in DeepSeek' }).click()
  await expect(page.getByRole('textbox', { name: 'Filled text' })).toHaveValue(/for the post of head gardener/)
  expect(context.pages()).toHaveLength(1)
})

test('Other apps has other chats and editors', async ({ page }) => {
  await openFilled(page, 'head gardener')
  await promptActions(page).getByText('Other apps').click()
  await expect(promptActions(page).getByRole('link', { name: 'Perplexity' })).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  const popup = await openTab(page, () => promptActions(page).getByRole('link', { name: 'Cursor' }).click())
  expect(new URL(popup.url()).searchParams.get('text')).toContain('head gardener')
})

test('a prompt can be downloaded in the formats that an import reads', async ({ page, request }) => {
  await page.goto('/prompt/cover-letter-writer')
  const more = await openMore(page)
  const { title, content } = await (await request.get('/api/prompts/cover-letter-writer')).json()
  const read = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      more.getByRole('link', { name, exact: true }).click(),
    ])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const markdown = await read('Markdown')
  expect(markdown.name).toBe('cover-letter-writer.md')
  expect(markdown.text).toContain(`title: "${title}"`)
  expect(markdown.text.endsWith(content)).toBe(true)
  const json = await read('JSON')
  expect(json.name).toBe('cover-letter-writer.json')
  expect(JSON.parse(json.text)).toMatchObject([{ slug: 'cover-letter-writer', content }])
  expect((await read('SKILL.md')).text).toContain('description: ')
  expect((await read('Dotprompt')).name).toBe('cover-letter-writer.prompt')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('with all blanks filled, a button beside Copy opens a sheet of chats, and choosing a chat closes it', async ({
    page,
  }) => {
    await openFilled(page, 'head gardener')
    for (const name of ['company', 'notes'])
      await page.getByRole('textbox', { name, exact: true }).last().fill(`the ${name}`)
    await page.getByRole('button', { name: 'Run in', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Run in' })
    await expect(sheet).toBeVisible()
    await inBothThemes(page, () => expectAccessible(page))
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    const popup = await openTab(page, () => sheet.getByRole('link', { name: 'Claude' }).click())
    expect(new URL(popup.url()).searchParams.get('q')).toContain('head gardener')
    await expect(sheet).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the links lead to the chats, and features that need JavaScript are missing', async ({ page }) => {
    await page.goto('/prompt/cover-letter-writer')
    const claude = promptActions(page).getByRole('link', { name: 'Run in Claude' })
    await expect(claude).toHaveAttribute('href', 'https://claude.ai/new')
    await promptActions(page).getByText('Other apps').click()
    await expect(promptActions(page).getByRole('link', { name: 'Perplexity' })).toBeVisible()
    await expect(promptActions(page).getByRole('link', { name: 'Cursor' })).toBeHidden()
    const more = await openMore(page)
    await expect(more.getByRole('link', { name: 'Plain text' })).toBeVisible()
    await expect(more.getByRole('link', { name: 'Fork' })).toBeVisible()
    await expect(more.getByRole('button', { name: 'Share' })).toBeHidden()
  })
})
