import sharp from 'sharp'
import { signUp } from './members.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './story.ts'
import { fillPromptForm, pressPublish, titleOf } from './writer.ts'

const content = 'A {{animal}} in the rain, oil painting, warm light, palette #127d80 #ee7d24 --ar 3:2'
/** A PNG of one color. */
const picture = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

test.use({ expectedMessages: [/status of 400/] })

test('a member adds a picture, a moderator approves it, and the prompt’s card shows it', async ({ page, browser }) => {
  const { username } = await signUp(page)
  const title = titleOf('Rain')
  const created = await page.request.post('/api/prompts', { data: { title, content, category: 'image-generation' } })
  expect(created.status(), await created.text()).toBe(201)
  const { slug } = await created.json()
  await page.goto(`/prompt/${slug}`)
  const section = page.getByRole('region', { name: 'Pictures' })
  await expect(section.getByText('No picture yet')).toBeVisible()
  const form = page.getByRole('dialog', { name: 'Add an example' })
  await expect(async () => {
    await section.getByRole('button', { name: 'Add a picture' }).click()
    await expect(form).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await form.getByRole('button', { name: 'Add example' }).click()
  await expect(form.getByText('Choose a picture')).toBeVisible()
  await form
    .getByLabel('Pictures', { exact: true })
    .last()
    .setInputFiles([
      { name: 'fox.png', mimeType: 'image/png', buffer: await picture('#c06030') },
      { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ])
  await expect(form.getByText('This isn’t a PNG, JPEG, WebP, AVIF or GIF file')).toBeVisible()
  await form.getByRole('button', { name: 'Remove page.png' }).click()
  await form.getByLabel('What it shows').fill('A fox in the rain, painted')
  await form.getByLabel('Model').fill('Flux 2')
  await form.getByLabel('Settings').fill('seed 4711')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: 'Add example' }).click()
  await expect(form).toBeHidden()
  await expect(section.getByText('Only you can see this.')).toBeVisible()
  await expect(section.getByRole('img', { name: 'A fox in the rain, painted' })).toBeVisible()

  const { page: moderator } = await openSignedIn(browser, 'moderator')
  await moderator.goto('/admin/examples')
  await expect(moderator.getByRole('button', { name: `Flux 2: ${title}` })).toBeVisible()
  await moderator.getByRole('button', { name: `Flux 2: ${title}` }).click()
  await expect(moderator.getByRole('img', { name: 'A fox in the rain, painted' })).toBeVisible()
  await expectAccessible(moderator)
  await moderator.keyboard.press('a')
  await expect(moderator.getByRole('status').getByText(`Approved: Flux 2: ${title}`)).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: new URL(moderator.url()).origin })).newPage()
  await visitor.goto(`/user/${username}`)
  // The card shows the smallest of the stored sizes, 480 pixels wide, and the prompt’s page shows a larger one.
  const card = visitor.getByRole('article').filter({ hasText: title })
  const cardPicture = card.getByRole('img', { name: 'A fox in the rain, painted' })
  await cardPicture.scrollIntoViewIfNeeded()
  await expect.poll(() => cardPicture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await visitor.goto(`/prompt/${slug}`)
  // The only picture is at the top of the page, and only there.
  await expect(visitor.getByRole('region', { name: 'Pictures' })).toHaveCount(0)
  const figure = visitor.getByRole('figure').filter({ hasText: `by ${username}` })
  await expect(figure).toContainText(/^Flux 2 · \w+ \d+, \d{4} · by .*seed 4711/)
  const large = figure.getByRole('img', { name: 'A fox in the rain, painted' })
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(480)
  await expectAccessible(visitor)

  await moderator.goto('/admin/examples')
  await page.reload()
  await page.getByRole('button', { name: 'Delete your example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByText('No picture yet')).toBeVisible()
})

test('an author adds a picture in the form, and the category begins with it, also without JavaScript', async ({
  browser,
}) => {
  const { page, member } = await openSignedIn(browser, 'moderator')
  const title = titleOf('Snow')
  await page.goto('/create-prompt')
  await fillPromptForm(page, title, `${content} in the snow`)
  await expect(page.getByLabel('Pictures', { exact: true })).toBeHidden()
  await page.getByLabel('Category').selectOption('Image generation')
  await page
    .getByLabel('Pictures', { exact: true })
    .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: await picture('#3060c0') })
  await page.getByLabel('What it shows').fill('A fox in the snow, painted')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByText('Name the model')).toBeVisible()
  await expect(page.getByLabel('Model', { exact: true })).toBeFocused()
  await page.getByLabel('Model', { exact: true }).fill('Flux 2')
  await expectAccessible(page)
  await pressPublish(page, title)
  await expect(page.getByRole('figure').filter({ hasText: `by ${member.username}` })).toBeVisible()
  await page.goto(`${new URL(page.url()).pathname}/edit`)
  const own = page.getByRole('list', { name: 'Your pictures of this prompt' })
  await expect(own.getByRole('img', { name: 'A fox in the snow, painted' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Delete' })).toBeVisible()

  // Pictures of a prompt that isn't about images after all don't keep it from being published.
  await page.goto('/create-prompt')
  const other = titleOf('No picture')
  await fillPromptForm(page, other)
  await page.getByLabel('Category').selectOption('Image generation')
  await page
    .getByLabel('Pictures', { exact: true })
    .setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: await picture('#c0c020') })
  await expect(page.getByLabel('What it shows')).toBeVisible()
  await page.getByLabel('Category').selectOption('General')
  await pressPublish(page, other)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const plainPage = await context.newPage()
  await plainPage.goto('/category/image-generation?sort=newest')
  const first = plainPage
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: plainPage.getByRole('heading') })
    .first()
  await expect(first.getByRole('link', { name: title })).toBeVisible()
  const image = first.getByRole('img', { name: 'A fox in the snow, painted' })
  expect([await image.getAttribute('width'), await image.getAttribute('height')]).toEqual(['900', '600'])
  const box = await image.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.5, 1)
  for (const width of [320, 1280]) {
    await plainPage.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(plainPage)
  }
})

test('a text example is readable without JavaScript, and another member reports it', async ({ page, browser }) => {
  const author = await openSignedIn(browser)
  const created = await author.page.request.post('/api/prompts', {
    data: {
      title: titleOf('Reply'),
      content: 'Write a reply to {{customer}} about a late parcel.',
      category: 'general',
    },
  })
  const { slug } = await created.json()
  const data = { model: 'GPT-5', madeOn: '2025-11-01', text: 'Dear Ada,\n\nyour parcel arrives on Monday.' }
  expect((await author.page.request.post(`/api/prompts/${slug}/examples`, { data })).status()).toBe(201)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(author.page.url()).origin })
  const plainPage = await context.newPage()
  await plainPage.goto(`/prompt/${slug}`)
  await expect(plainPage.getByRole('region', { name: 'What GPT-5 wrote' })).toContainText('arrives on Monday')
  await expect(plainPage.getByRole('button', { name: 'Add an example' })).toBeHidden()

  await signUp(page)
  await page.goto(`/prompt/${slug}`)
  await page.getByRole('button', { name: 'Report the example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this example' })
  await dialog.getByRole('radio', { name: 'Abuse or hate' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('The moderators will look at it.')).toBeVisible()
})
