import { userMenu } from './members.ts'
import { openSignedIn, publish, rowOf } from './staff.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleByWidth,
  expectFitsAndIsAccessible,
  expectNoSidewaysScroll,
  inBothThemes,
  openMore,
  test,
} from './story.ts'

// Browsers log the 404 of a removed prompt or comparison in the console.
test.use({ expectedMessages: [/status of 404/] })

test('a reported prompt is removed with the keyboard only, its author reads why, and it is shown again once restored', async ({
  browser,
}) => {
  const title = `Shop talk ${Date.now()}`
  const author = await openSignedIn(browser)
  const slug = await publish(author.page, title)

  const reader = await openSignedIn(browser)
  await reader.page.goto(`/prompt/${slug}`)
  await openMore(reader.page)
  await reader.page.getByRole('button', { name: 'Report' }).click()
  const spam = reader.page.getByLabel('Spam or advertising')
  const before = await spam.boundingBox()
  await reader.page.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.page.getByText('Choose what is wrong')).toBeVisible()
  expect(await spam.boundingBox(), 'the choices don’t move').toEqual(before)
  await spam.check()
  await reader.page.getByLabel('Details').fill('It sells things.')
  await inBothThemes(reader.page, () => expectAccessible(reader.page))
  await reader.page.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.page.getByText('Thank you')).toBeVisible()

  const { page, member } = await openSignedIn(browser, 'moderator')
  await page.goto('/')
  await userMenu(page, member.username).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Reports' }).click()
  await expect(rowOf(page, title)).toBeVisible()
  while (!(await rowOf(page, title).evaluate((row) => row === document.activeElement))) await page.keyboard.press('j')
  await expect(rowOf(page, title)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('It sells things.')).toBeVisible()
  await expect(page.getByText(/member since .* · 1 public prompt · 0 earlier removals · 1 open report/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: title })).toHaveAttribute('href', `/prompt/${slug}`)
  await expectFitsAndIsAccessible(page)
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 320, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(size)
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Remove this prompt' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('It sells things, and that is all it does.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(`Removed: “${title}”`)).toBeVisible()
  await expect(rowOf(page, title)).toHaveCount(0)

  await reader.page.goto(`/prompt/${slug}`)
  await expect(reader.page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await author.page.goto('/my-prompts?status=removed')
  await expect(author.page.getByText('It sells things, and that is all it does.')).toBeVisible()
  await author.page.goto(`/prompt/${slug}`)
  await expect(author.page.getByText('A moderator removed it.')).toBeVisible()
  await expect(author.page.getByText('It sells things, and that is all it does.')).toBeVisible()
  await inBothThemes(author.page, () => expectAccessible(author.page))
  const response = await author.page.request.patch(`/api/prompts/${slug}`, { data: { status: 'published' } })
  expect(response.status()).toBe(403)

  await page.goto('/admin/prompts?status=removed')
  await expect(rowOf(page, title)).toBeVisible()
  await rowOf(page, title).focus()
  await page.keyboard.press('s')
  await expect(page.getByText(`Restored “${title}”`)).toBeVisible()
  // The moderator sees the prompt immediately, and everybody else sees it once cached pages have expired.
  for (const path of ['/category/creative', `/prompt/${slug}`])
    await expect.poll(async () => (await reader.page.request.get(path)).text()).toContain(`${title}</`)
})

test('a visitor’s link to report a prompt opens the contact form, with the subject filled in', async ({ page }) => {
  await page.goto('/prompt/cover-letter-writer')
  await openMore(page)
  await page.getByRole('link', { name: 'Report this prompt' }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Report: /prompt/cover-letter-writer')
})

test('from the queue of reports, a prompt is moved to another category and back; a dismissed report is reopened', async ({
  browser,
}) => {
  const title = `Misplaced ${Date.now()}`
  const author = await openSignedIn(browser)
  const slug = await publish(author.page, title)
  const reader = await openSignedIn(browser)
  const data = { promptId: slug, reason: 'wrong_category', details: 'This belongs in Entertainment.' }
  expect((await reader.page.request.post('/api/reports', { data })).status()).toBe(201)
  const readCategory = async () => {
    const prompt = await (await reader.page.request.get(`/api/prompts/${slug}?_t=${Date.now()}`)).json()
    return prompt.category.slug
  }
  const before = await readCategory()

  const { page } = await openSignedIn(browser, 'moderator')
  await page.goto('/admin/reports')
  await page.getByLabel('Reason').selectOption('Wrong category')
  await rowOf(page, title).focus()
  // The form proposes the category that the report names.
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('entertainment')
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Move and close' }).click()
  await expect(page.getByText(`Moved to Entertainment: “${title}”`)).toBeVisible()
  await expect(rowOf(page, title)).toHaveCount(0)
  expect(await readCategory()).toBe('entertainment')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(rowOf(page, title)).toBeVisible()
  expect(await readCategory()).toBe(before)

  await rowOf(page, title).focus()
  await page.keyboard.press('d')
  await expect(page.getByText(`Dismissed: “${title}”`)).toBeVisible()
  await expect(rowOf(page, title)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(rowOf(page, title)).toBeVisible()
  await expect(page.getByText('Undone. The case is open again.')).toBeVisible()
})

test('a published comparison is reported, taken down by keyboard with a reason that its owner reads, and shown again', async ({
  browser,
}) => {
  const title = `Compared ${Date.now()}`
  const author = await openSignedIn(browser)
  const slug = await publish(author.page, title)
  const { page: owner } = await openSignedIn(browser)
  const stream = await owner.request.post('/api/comparisons', {
    data: { promptId: slug, models: ['composer', 'checker'] },
  })
  const id = /"comparisonId":"([^"]+)"/.exec(await stream.text())?.[1]
  expect((await owner.request.post(`/api/comparisons/${id}/publish`, { data: {} })).status()).toBe(200)

  const { page: reader } = await openSignedIn(browser)
  await reader.goto(`/compare/${id}`)
  await reader.getByRole('button', { name: 'Report' }).click()
  await expect(reader.getByRole('dialog', { name: 'Report this comparison' })).toBeVisible()
  await reader.getByLabel('Abuse or hate').check()
  await reader.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Thank you')).toBeVisible()

  const { page } = await openSignedIn(browser, 'moderator')
  await page.goto('/admin/reports')
  await rowOf(page, title).focus()
  // The content that `publish` gives every prompt.
  await expect(page.getByRole('region', { name: 'Text sent to the models' })).toContainText('today and tomorrow')
  await inBothThemes(page, () => expectAccessible(page))
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Take this comparison down' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abuse or hate' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wrong category' }), 'only prompts have a category').toHaveCount(0)
  await page.getByRole('textbox', { name: 'Reason' }).fill('It is rude to bridges.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(`Removed: “${title}”`)).toBeVisible()

  await reader.goto(`/compare/${id}`)
  await expect(reader.getByText('There is no comparison here')).toBeVisible()
  await owner.goto(`/compare/${id}`)
  await expect(owner.getByText('It is rude to bridges.')).toBeVisible()
  await expect(owner.getByRole('button', { name: /Publish on/ })).toHaveCount(0)
  await inBothThemes(owner, () => expectAccessible(owner))
  expect((await reader.request.get(`/prompt/${slug}`)).status()).toBe(200)

  await page.keyboard.press('u')
  await expect(page.getByText('Undone. The case is open again.')).toBeVisible()
  await reader.goto(`/compare/${id}`)
  await expect(reader.getByRole('button', { name: 'Report' })).toBeVisible()
})

test('an admin bans a spammer and undoes everything the account did; the spammer is signed out immediately', async ({
  browser,
}) => {
  const title = `Pills ${Date.now()}`
  const spammer = await openSignedIn(browser)
  const slug = await publish(spammer.page, title)
  const { page, member } = await openSignedIn(browser, 'admin')
  // On this site, prompts are published without approval, so the queue lists published ones first.
  await page.goto('/admin/prompts')
  await expect(page.getByRole('link', { name: /^Published/ })).toHaveAttribute('aria-current', 'true')
  await expect(rowOf(page, title)).toBeVisible()
  // Many members have joined since the admin did, so the first page may not list the admin.
  await page.goto(`/admin/users?q=${member.username}`)
  await page.getByRole('button', { name: `Manage ${member.username}` }).click()
  await expect(page.getByRole('button', { name: `Role of ${member.username}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Ban ${member.username}` })).toHaveCount(0)
  await page.getByLabel('Name or email').fill(spammer.member.email)
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await page.getByRole('button', { name: `Manage ${spammer.member.username}` }).click()
  await page.getByRole('button', { name: `Ban ${spammer.member.username}` }).click()
  await page.getByLabel('Undo everything this account did').check()
  await inBothThemes(page, () => expectAccessible(page))
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByRole('button', { name: `Lift ban of ${spammer.member.username}` })).toBeVisible()
  expect(
    (await page.request.get(`/api/prompts?author=${spammer.member.username}`).then((one) => one.json())).total,
  ).toBe(0)
  await page.goto('/admin/audit')
  await expect(page.getByRole('link', { name: 'undid everything an account did' }).first()).toBeVisible()

  expect((await spammer.page.request.get('/api/user')).status()).toBe(401)
  await spammer.page.context().clearCookies()
  const { username, password } = spammer.member
  const login = await spammer.page.request.post('/api/login', { data: { username, password } })
  expect([login.status(), (await spammer.page.request.get(`/api/prompts/${slug}`)).status()]).toEqual([403, 404])
})

// Other stories check more pages. The one about a reported prompt checks /reports, and models.e2e.ts checks /models.
const adminPages = ['', '/prompts?status=published', '/users', '/categories', '/messages', '/audit', '/tools']

test('pages of the admin area are accessible in both themes, and fit every width', async ({ browser }) => {
  test.setTimeout(180_000)
  const { page } = await openSignedIn(browser, 'admin')
  const expectAccessibleAtEveryWidth = async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessibleByWidth(page)
      await expectNoSidewaysScroll(page)
    }
    await page.setViewportSize({ width: 320, height: 844 })
    await expectNoSidewaysScroll(page)
  }
  for (const path of adminPages) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessibleAtEveryWidth()
  }
  // The last page is /admin/tools.
  await page.getByRole('button', { name: 'Add a tool' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Use 2 to 80 characters for the name.')).toBeVisible()
  await expectAccessibleAtEveryWidth()
})

test('on a phone, a sheet has the links to all queues, and the decision stays in sight', async ({ browser }) => {
  const author = await openSignedIn(browser)
  const title = `Long read ${Date.now()}`
  const content = Array.from({ length: 80 }, (_, line) => `Line ${line}: buy {{thing}} in our shop.`).join('\n')
  const data = { title, content, category: 'creative', tags: ['shop'] }
  expect((await author.page.request.post('/api/prompts', { data })).status()).toBe(201)
  const { page } = await openSignedIn(browser, 'moderator')
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expect(navigation).toBeHidden()
  await page.getByRole('button', { name: /^Overview/ }).click()
  await expectAccessible(page)
  for (const name of [/^Reports/, /^Comments/, /^Claims/])
    await expect(navigation.getByRole('link', { name })).toBeVisible()
  await navigation.getByRole('link', { name: /^Prompts/ }).click()
  await expect(page.getByRole('heading', { name: 'Prompts', level: 1 })).toBeVisible()
  await expect(navigation).toBeHidden()
  await page.goto(`/admin/prompts?status=published&q=${encodeURIComponent(title)}`)
  await expect(rowOf(page, title)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Line 0:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test.describe('a picture of a tool', () => {
  test.use({ expectedMessages: [/status of 400/] })

  test('that is refused says so at its field', async ({ browser }) => {
    const { page } = await openSignedIn(browser, 'admin')
    await page.goto('/admin/tools')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    const field = page.getByLabel('Mark', { exact: false }).and(page.locator('input[type=file]'))
    await field.setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('It was not uploaded. ')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
  })
})

test('the admin area is closed to members, and moderators don’t see pages for admins', async ({ browser }) => {
  const member = await openSignedIn(browser)
  await member.page.goto('/admin')
  await expect(member.page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  const moderator = await openSignedIn(browser, 'moderator')
  await moderator.page.goto('/admin')
  await expect(moderator.page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
    'Overview',
    /^Reports/,
    /^Prompts/,
    /^Examples/,
    /^Comments/,
    /^Claims/,
  ])
  await moderator.page.goto('/admin/users')
  await expect(moderator.page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
})
