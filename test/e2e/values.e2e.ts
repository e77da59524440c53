import { signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, openMore, test } from './story.ts'
import { openBlank, titleOf } from './writer.ts'

type Page = import('@playwright/test').Page

const content = 'Plan {{days}} days in {{city:Lisbon}} for {{who}}.'
const variables = [{ name: 'days', default: null, kind: 'number', min: 1, max: 14, label: 'How many days' }]

/** Publishes a prompt through the API. Returns the path of its page. */
async function addPrompt(page: Page, more: object = {}): Promise<string> {
  const data = { title: titleOf('Values'), content, category: 'general', ...more }
  const response = await page.request.post('/api/prompts', { data })
  expect(response.status(), await response.text()).toBe(201)
  return `/prompt/${(await response.json()).slug}`
}

const fragmentOf = (values: object) => `#values=${Buffer.from(JSON.stringify(values)).toString('base64url')}`
const blank = (page: Page, name: string) => page.locator(`.worksheet-text .blank[data-name="${name}"]`).first()
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a link carries what was filled in, and the server never receives it', async ({ page, context }) => {
  await signUp(page)
  const path = await addPrompt(page, { variables })
  await page.goto(path)
  const link = page.getByRole('button', { name: 'Copy link with my values' })
  await openMore(page)
  await link.click()
  await expect(page.getByText('Nothing is filled in yet')).toBeVisible()
  await blank(page, 'days').fill('5')
  await blank(page, 'who').fill('Ånna & Bo')
  await openMore(page)
  await link.click()
  await expect(page.getByText('Anyone who opens it sees your 2 values.')).toBeVisible()
  const address = await readClipboard(page)
  expect(address).toMatch(/#values=[\w-]+$/)

  const visitor = await context.newPage()
  const requests: string[] = []
  visitor.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await visitor.goto(address)
  await expect(visitor.getByText('2 blanks filled in from the link')).toBeVisible()
  await expect(blank(visitor, 'days')).toHaveText('5')
  await expect(blank(visitor, 'who')).toHaveText('Ånna & Bo')
  await expect(blank(visitor, 'city')).toHaveText('Lisbon')
  expect(new URL(visitor.url()).hash).toBe('')
  // The names of assets and the prompt's path are left out, because they may match without containing a value.
  const sentRequests = requests
    .filter((request) => !request.includes('/assets/'))
    .map((request) => request.replace(path, ''))
  expect(sentRequests.filter((request) => /values|nna|Bo/.test(decodeURIComponent(request)))).toEqual([])

  await blank(visitor, 'who').fill('nobody')
  await visitor.reload()
  await expect(blank(visitor, 'who')).toHaveText('nobody')
  await visitor.getByRole('button', { name: 'Reset' }).click()
  await expect(blank(visitor, 'who')).toHaveText('')
  await visitor.close()
})

test('a link that can’t be copied is selected for copying by hand, and one that would be too long is refused', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await signUp(page)
  await page.goto(await addPrompt(page))
  await blank(page, 'who').fill('me')
  await openMore(page)
  const link = page.getByRole('button', { name: 'Copy link with my values' })
  await link.click()
  const field = page.getByRole('alert').getByLabel('The browser blocked copying. Copy the link here:')
  await expect(field).toHaveValue(/#values=/)
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await blank(page, 'who').fill('them')
  await openMore(page)
  await link.click()
  await expect(field).toBeFocused()
  await blank(page, 'who').fill('人'.repeat(5000))
  await openMore(page)
  await link.click()
  await expect(page.getByText('A link holds about 12,000 Latin letters, fewer in other scripts.')).toBeVisible()
})

test('Share copies the address if the browser refuses to share, and does nothing if the reader closes its sheet', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refusals = ['AbortError', 'NotAllowedError']
    navigator.share = () => Promise.reject(new DOMException('Refused.', refusals.shift()))
  })
  await page.goto('/prompt/poet')
  await openMore(page)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Link copied')).toHaveCount(0)
  await openMore(page)
  await share.click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await readClipboard(page)).toMatch(/\/prompt\/poet$/)
})

test('values filled in from a link can be undone, and what was typed before stays', async ({ page }) => {
  await signUp(page)
  await page.goto(await addPrompt(page))
  await blank(page, 'who').fill('me')
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    fragmentOf({ who: 'them', city: 'Porto', days: '3', other: 'x', constructor: 'x' }),
  )
  await expect(page.getByText('2 blanks filled in from the link')).toBeVisible()
  await expect(
    page.getByText('1 blank kept what you typed. 2 values didn’t fit this prompt and were left out.'),
  ).toBeVisible()
  await expect(blank(page, 'who')).toHaveText('me')
  await expect(blank(page, 'city')).toHaveText('Porto')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(blank(page, 'city')).toHaveText('Lisbon')
  await expect(blank(page, 'days')).toHaveText('')
})

test('a broken link is reported, and other fragments scroll to their section', async ({ page }) => {
  await signUp(page)
  const path = await addPrompt(page)
  await page.goto(`${path}#values=broken`)
  await expect(page.getByText('The values in this link can’t be read')).toBeVisible()
  await expect(blank(page, 'city')).toHaveText('Lisbon')
  await page.goto('/help')
  await page.goto(`${path}#compare`)
  await expect(page.locator('#compare')).toBeInViewport()
  expect(new URL(page.url()).hash).toBe('#compare')
})

test('a member saves values under a name, chooses, renames, replaces and deletes them', async ({ page }) => {
  await signUp(page)
  await page.goto(await addPrompt(page))
  const openButton = page.getByRole('button', { name: 'Saved values' })
  await openButton.click()
  const savedValues = page.getByRole('region', { name: 'Saved values' })
  await savedValues.getByLabel('Name for these values').fill('Porto')
  await savedValues.getByRole('button', { name: 'Save values' }).click()
  await expect(page.getByText('Fill in a blank, then save the values.')).toBeVisible()
  await expect(savedValues.getByRole('listitem')).toHaveCount(0)
  await blank(page, 'days').fill('5')
  await blank(page, 'city').fill('Porto')
  // A double click saves them once. A second request would be refused, because the name is taken.
  await savedValues.getByRole('button', { name: 'Save values' }).dblclick()
  const fillInButton = savedValues.getByRole('button', { name: 'Fill in Porto', exact: true })
  await expect(fillInButton).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Reset' }).click()
  await blank(page, 'who').fill('three friends')
  await fillInButton.click()
  await expect(blank(page, 'days')).toHaveText('5')
  await expect(blank(page, 'who')).toHaveText('')
  await savedValues.getByRole('button', { name: 'Undo' }).click()
  await expect(blank(page, 'who')).toHaveText('three friends')
  await expect(blank(page, 'days')).toHaveText('')

  await fillInButton.click()
  await blank(page, 'days').fill('7')
  await savedValues.getByRole('button', { name: 'Replace saved values' }).click()
  await expect(page.getByText('Only you can see the values named “Porto”.')).toBeVisible()
  await savedValues.getByRole('button', { name: 'Rename Porto' }).click()
  await savedValues.getByLabel('New name for Porto').fill('A week in Porto')
  await savedValues.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Reset' }).click()
  await openButton.click()
  await savedValues.getByRole('button', { name: 'Fill in A week in Porto' }).click()
  await expect(blank(page, 'days')).toHaveText('7')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await savedValues.getByRole('button', { name: 'Delete A week in Porto' }).click()
  await expect(savedValues.getByRole('listitem')).toHaveCount(0)
  await expect(savedValues).toBeFocused()
})

test('a blank that is renamed in the text keeps its kind and label', async ({ page }) => {
  await signUp(page)
  const path = await addPrompt(page, { variables })
  await page.goto(`${path}/edit`)
  const days = await openBlank(page, 'days')
  await days.getByLabel('Name').fill('nights')
  await days.getByLabel('Name').press('Enter')
  const nights = await openBlank(page, 'nights')
  await expect(nights.getByLabel('Label')).toHaveValue('How many days')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(blank(page, 'nights')).toHaveAccessibleName('How many days')
})
