import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { writeZip } from '#features/transfer/server/write-zip.ts'
import { collect } from '#test/collect.ts'
import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'
import { textValue } from './writer.ts'

const uniqueMark = () => Math.random().toString(36).slice(2, 8)

/** A file as a person chooses it in the file dialog. */
const fileOf = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })

async function chooseFiles(page: Page, ...files: ReturnType<typeof fileOf>[]) {
  await page.goto('/my-prompts/import')
  await page.getByLabel('Files', { exact: true }).setInputFiles(files)
}

/** Exports the member's prompts in this format. Returns the content of the downloaded file. */
async function download(page: Page, format: string): Promise<Buffer> {
  const others = page.locator('details', { hasText: 'Other formats' })
  if ((await others.getAttribute('open')) === null) await others.locator('summary').click()
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('link', { name: format, exact: true }).click()
  return readFile(await (await downloadEvent).path())
}

test('a member imports a zip with a prompt and its picture, once', async ({ page }) => {
  await signUp(page)
  const title = `Painted fox ${uniqueMark()}`
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c06030' } })
    .png()
    .toBuffer()
  async function* files() {
    const text = `---\ntitle: ${title}\nimage: fox.png\nimageModel: Flux 2\n---\nPaint a fox in oil, please.`
    yield { name: 'fox.md', bytes: Buffer.from(text), modifiedAt: new Date('2026-01-01') }
    yield { name: 'fox.png', bytes: png, modifiedAt: new Date('2026-01-01') }
  }
  const zip = { name: 'mine.zip', mimeType: '', buffer: Buffer.concat(await collect(writeZip(files()))) }
  await chooseFiles(page, zip)
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('with a picture')
  await expect(page.getByText('Pictures become examples of your prompts.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 prompt' }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await expect(page.getByText('Its picture was not added.')).toBeHidden()
  const examples = await (await page.request.get('/api/user/examples')).json()
  expect(examples.items).toMatchObject([
    { model: 'Flux 2', madeOn: null, status: 'pending', pictures: [{ alt: title }] },
  ])
  await chooseFiles(page, zip)
  await expect(page.getByText('1 prompt: 0 new, 1 already yours.')).toBeVisible()
})

test('a member previews a file, imports it, and a second import changes nothing', async ({ page }) => {
  await signUp(page)
  const name = uniqueMark()
  const long = `A title ${'that goes on '.repeat(12)}${name}`
  const csv = `act,prompt\nTea ${name},"Make tea for {{guest}},\nplease."\nNo,Too short a title.\n${long},"${'Describe it. '.repeat(30)}"\nLeak ${name},Use ghp_${'a'.repeat(36)} to sign in.\n`
  await page.goto('/my-prompts')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import and export' })).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByLabel('Files', { exact: true }).setInputFiles([fileOf('mine.csv', csv)])

  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(page.getByText('4 prompts: 3 new, 1 skipped.')).toBeVisible()
  const table = page.getByRole('table', { name: 'Result for each prompt' })
  const refusedRow = table.getByRole('row').filter({ hasText: 'Skipped' })
  await expect(refusedRow).toContainText('line 4')
  await expect(refusedRow).toContainText('The title has 2 characters. Use 3 to 200.')
  await expect(table).toContainText('This looks like a secret: GitHub token, line 1.')
  const teaRow = table.getByRole('row').filter({ hasText: `Tea ${name}` })
  await expect(teaRow).toContainText('Make tea for blank, guest,')
  await expect(teaRow).toContainText(/ · 1 blank: guest · line 2/)
  const results = table.getByRole('row').locator('td:last-child')
  await expect(results).toHaveText(['Skipped', 'Draft', 'Draft', 'Draft'])
  await page.getByRole('radio', { name: /^Published/ }).check()
  await expect(results).toHaveText(['Skipped', 'Draft', 'Published', 'Published'])
  await expect(page.getByText('1 prompt with a warning stays a draft.')).toBeVisible()
  await page.getByRole('radio', { name: /As drafts/ }).check()
  await inBothThemes(page, () => expectAccessible(page))
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // The import itself uses only the keyboard.
  await page.getByRole('heading', { name: 'Preview' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /As drafts/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Import 3 prompts' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused()
  await expect(page.getByText('3 prompts imported as drafts.')).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('link', { name: 'Go to your drafts' }).click()
  await expect(page.getByRole('link', { name: `Tea ${name}`, exact: true })).toBeVisible()

  await chooseFiles(page, fileOf('mine.csv', csv))
  await expect(page.getByText('4 prompts: 0 new, 3 already yours, 1 skipped.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
})

test('a row that the import refuses although the preview accepted it is listed as skipped', async ({ page }) => {
  await signUp(page)
  const [kept, refused] = [`Kept ${uniqueMark()}`, `Refused ${uniqueMark()}`]
  // The server refuses the changed title, as it would if, for example, the row's category had just been deleted.
  await page.route('**/api/user/prompts/import', (route) => {
    const body = route.request().postDataJSON()
    const content = body.preview ? body.content : body.content.replace(refused, 'No')
    return route.continue({ postData: { ...body, content } })
  })
  await chooseFiles(page, fileOf('two.csv', `act,prompt\n${kept},Make tea for a guest.\n${refused},Bake a cake.\n`))
  await page.getByRole('button', { name: 'Import 2 prompts' }).click()
  await expect(page.getByText('1 prompt imported as a draft.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Skipped' })
  await expect(row).toContainText('line 3')
  await expect(row).toContainText('The title has 2 characters. Use 3 to 200.')
})

test('many imported prompts are listed in parts, and those without a warning are later published together', async ({
  page,
}) => {
  await signUp(page)
  const name = uniqueMark()
  const rows = Array.from({ length: 24 }, (_, n) => ({
    title: `Number ${n} ${name}`,
    content: `Say the ${name}${n} aloud: ${Array.from({ length: 9 }, (_, word) => `${name}${n}${word}`).join(' ')}.`,
  }))
  const leak = { title: `Leak ${name}`, content: `Use ghp_${'a'.repeat(36)} to sign in.` }
  await chooseFiles(page, fileOf('all.json', JSON.stringify([...rows, leak])))
  const shown = page.getByRole('table').locator('tbody tr')
  await expect(shown).toHaveCount(20)
  await page.getByRole('button', { name: 'Show 5 more' }).click()
  await expect(shown).toHaveCount(25)
  await page.getByRole('button', { name: 'Import 25 prompts' }).click()
  await page.getByRole('link', { name: 'Go to your drafts' }).click()

  await page.getByRole('searchbox', { name: 'Search your prompts' }).fill('number 23')
  await page.getByRole('button', { name: 'Search' }).last().click()
  await expect(page.getByRole('link', { name: `Number 23 ${name}`, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Publish Number/ })).toHaveCount(1)
  await page.getByRole('link', { name: /^Drafts/ }).click()

  await page.getByRole('button', { name: `Publish Leak ${name}` }).click()
  await expect(page.getByRole('region', { name: 'Before you publish' })).toContainText('This looks like a secret')
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await page.getByRole('button', { name: 'Publish all' }).click()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Publish 25 drafts' }).click()
  await expect(page.getByText('24 drafts published. 1 stays a draft:')).toBeVisible()
  await expect(page.getByText(`Leak ${name}: looks like it has a secret (GitHub token).`)).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: `Publish Leak ${name}` }).click()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('No drafts.')).toBeVisible()
})

test('a prompt that is imported from pasted text and published is immediately visible to everybody', async ({
  page,
  request,
}) => {
  await signUp(page)
  const title = `Pasted ${uniqueMark()}`
  await page.goto('/my-prompts/import')
  const text = page.getByLabel('Or paste text')
  await expect(page.getByRole('button', { name: 'Preview import' })).toHaveAccessibleDescription(
    /^Paste some text first\./,
  )
  await text.fill('no,columns\nthat,fit\n')
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByRole('alert')).toContainText('The first line has no columns for title and text')
  await page
    .getByLabel('Or paste text')
    .fill(`---\ntitle: ${title}\ntags: [tides]\n---\n\nTell of the tide at {{place}}.`)
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('radio', { name: /^Published/ }).check()
  await page.getByRole('button', { name: 'Import 1 prompt' }).click()
  await expect(page.getByText('1 prompt imported.')).toBeVisible()
  const searchResults = await (await request.get(`/api/prompts?q=${encodeURIComponent(title)}`)).json()
  expect(searchResults.items[0]).toMatchObject({ title, tags: ['tides'] })
})

test('another member imports exported prompts unchanged, and files in other formats then have nothing new', async ({
  page,
  browser,
}) => {
  await signUp(page)
  const name = uniqueMark()
  const markdown = fileOf('größe.md', `---\ntitle: Größe ${name}\n---\n\nMiss {{was:"alles"}}, bitte.`)
  const jsonl = fileOf('more.jsonl', `${JSON.stringify({ title: `Second ${name}`, content: 'Say it {{again}}.' })}\n`)
  await chooseFiles(page, markdown, jsonl)
  await expect(page.getByRole('table')).toContainText('more.jsonl, line 1')
  await page.getByRole('button', { name: 'Import 2 prompts' }).click()
  await page.getByRole('link', { name: 'Go to your drafts' }).click()
  await page.getByRole('link', { name: 'Export' }).click()
  await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeInViewport()

  const other = await (await browser.newContext({ baseURL: page.url().replace(/\/my-prompts.*/, '') })).newPage()
  await signUp(other)
  for (const [format, file, newCount] of [
    ['Markdown', 'mine.zip', 2],
    ['Spreadsheet (CSV)', 'mine.csv', 0],
    ['Download backup', 'mine.json', 0],
    ['Readable text', 'mine.md', 0],
  ] as const) {
    const bytes = await download(page, format)
    await expect(page.getByText(/^Downloaded prompts-\S+\.\w+, 2 prompts\.$/)).toBeVisible()
    await other.goto('/my-prompts/import')
    await other.getByLabel('Files', { exact: true }).setInputFiles([{ name: file, mimeType: '', buffer: bytes }])
    await expect(
      other.getByText(`2 prompts: ${newCount} new${newCount === 0 ? ', 2 already yours' : ''}.`),
    ).toBeVisible()
    if (newCount === 0) continue
    await other.getByRole('button', { name: 'Import 2 prompts' }).click()
    await expect(other.getByText('2 prompts imported as drafts.')).toBeVisible()
  }
  const [mine, theirs] = await Promise.all(
    [page, other].map(async (one) => (await (await one.request.get('/api/user/prompts')).json()).items),
  )
  const pickFields = (prompts: { title: string; content: string; tags: string[]; language: string }[]) =>
    prompts
      .map(({ title, content, tags, language }) => ({ title, content, tags, language }))
      .sort((a, b) => (a.title < b.title ? -1 : 1))
  expect(pickFields(theirs)).toEqual(pickFields(mine))
  await other.context().close()
})

async function addPrompt(page: Page, fields: object): Promise<{ id: string; slug: string }> {
  const data = { category: 'general', content: 'The first text of it.', ...fields }
  return (await page.request.post('/api/prompts', { data })).json()
}

test.describe('the page of a draft', () => {
  test.use({ expectedMessages: [/status of 404/] })

  test('opens for its author, and is 404 for anybody else', async ({ page, browser }) => {
    await signUp(page)
    const title = `Quiet ${uniqueMark()}`
    const { slug } = await addPrompt(page, { title, status: 'draft' })
    // The server responds to everybody with a 404. The author's browser then loads the draft.
    const response = await page.goto(`/prompt/${slug}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('This is a draft. Nobody else can see it.')).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(title))

    const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin })
    const requestedPaths: string[] = []
    visitor.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await visitor.goto(`/prompt/${slug}`)
    await expect(visitor.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await visitor.waitForLoadState('networkidle')
    expect(requestedPaths.filter((path) => path.startsWith('/api/prompts'))).toEqual([])
    await visitor.close()
  })
})

test('an unsaved edit is shown with the stored text if the prompt has changed in the meantime', async ({ page }) => {
  await signUp(page)
  const { id, slug } = await addPrompt(page, { title: `Moving ${uniqueMark()}` })
  await page.goto(`/prompt/${slug}/edit`)
  const text = page.getByLabel('Prompt', { exact: true })
  await text.fill('What I wrote and left.')
  await page.goto('/my-prompts')
  await page.request.patch(`/api/prompts/${id}`, { data: { content: 'What was stored meanwhile.' } })
  await page.goto(`/prompt/${slug}/edit`)

  const conflict = page.getByRole('region', { name: 'This prompt has been changed since you started' })
  await expect(conflict.getByRole('region', { name: 'Stored: version 2' })).toHaveText('What was stored meanwhile.')
  await expect(textValue(page)).toHaveValue('What I wrote and left.')
  await conflict.getByRole('button', { name: 'Keep yours' }).click()
  await page.reload()
  await expect(textValue(page)).toHaveValue('What I wrote and left.')
  await expect(conflict).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('region', { name: 'Worksheet' })).toContainText('What I wrote and left.')
})

test('a reader is told what was found in a text, without JavaScript too', async ({ page, context }) => {
  await signUp(page)
  const { slug } = await addPrompt(page, {
    title: `Hidden ${uniqueMark()}`,
    content: 'A fine text.\nAnd \u202Emore\u202C of it.',
  })
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/prompt/${slug}`)
  const title = page.getByText('1 thing to know before you run this')
  const alarm = page.getByText('It has invisible characters: direction overrides, 2 times, first on line 2.')
  await expect(alarm).toBeHidden()
  await title.click()
  await expect(alarm).toBeVisible()
  await inBothThemes(page, () => expectAccessible(page))
})
