import type { Page } from '@playwright/test'
import { fillRegistration, makeMember, signUp } from './members.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

/** Replaces every other site with an empty page, so that no request leaves this machine. */
test.beforeEach(async ({ context, baseURL }) => {
  await context.route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' }),
  )
})

const plan =
  '## Two days\n\nTake tram 28 to Alfama. See the Tower.\n\n- Book tickets online.\n- Eat at Time Out Market.'
const otherPlan =
  'I’d begin with a slow morning, then go to Sintra by train. It takes 40 minutes and costs €5.\n\n1. Book tickets online.\n2. Walk to Cascais.'

const answer = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const compareButton = (page: Page) => page.getByRole('button', { name: /^Compare( again)?$/ })
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })

/** Calls `press`, which clicks a link. Returns the URL of the tab that the link opened. */
async function readOpenedUrl(page: Page, press: () => Promise<void>): Promise<URL> {
  const [popup] = await Promise.all([page.context().waitForEvent('page'), press()])
  await popup.waitForURL(/^https:/)
  const address = new URL(popup.url())
  await popup.close()
  await page.bringToFront()
  return address
}

/** Opens /compare, closes the consent banner, and enters a prompt and the answers of two chats. */
async function enterPlans(page: Page, texts = [plan, otherPlan]) {
  await page.goto('/compare')
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await page.getByLabel('Your prompt', { exact: true }).fill('Plan two days in {{city:Lisbon}}.')
  await page.getByLabel('ChatGPT’s answer').fill(texts[0] as string)
  await page.getByLabel('Claude’s answer').fill(texts[1] as string)
}

test('ChatGPT gets the filled text in its URL; for Gemini, the text is copied; a message says so', async ({ page }) => {
  await page.goto('/compare')
  await page.getByLabel('Your prompt', { exact: true }).fill('Plan two days in {{city}}.')
  await page.getByLabel('city', { exact: true }).fill('Porto & Braga')
  const address = await readOpenedUrl(page, () => page.getByRole('link', { name: 'Ask ChatGPT' }).click())
  expect([address.origin, address.searchParams.get('prompt')]).toEqual([
    'https://chatgpt.com',
    'Plan two days in Porto & Braga.',
  ])
  await expect(page.getByText('ChatGPT has your text.')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Gemini' }).check()
  const link = page.getByRole('link', { name: 'Copy the text and open Gemini' })
  expect((await readOpenedUrl(page, () => link.click())).href).toBe('https://gemini.google.com/app')
  await expect(page.getByText('Copied. Paste it into Gemini’s message field.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Plan two days in Porto & Braga.')
  await page.getByRole('button', { name: 'Paste the answer from Gemini' }).click()
  await expect(page.getByLabel('Gemini’s answer')).toHaveValue('Plan two days in Porto & Braga.')
})

test('on a phone, five answers are on one page, under the names of their chats, and a bar jumps to one or puts them side by side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterPlans(page, [plan.repeat(8), otherPlan])
  for (const name of ['Gemini', 'DeepSeek', 'Llama']) {
    await page.getByRole('checkbox', { name }).check()
    await page.getByLabel(`${name}’s answer`).fill(plan)
  }
  await compareButton(page).click()
  const chatGpt = answer(page, 'ChatGPT').getByRole('heading', { name: /^ChatGPT/ })
  const claude = answer(page, 'Claude').getByRole('heading', { name: /^Claude/ })
  await expect(chatGpt).toBeInViewport()
  await expect(claude).not.toBeInViewport()
  const bar = page.getByRole('group', { name: 'Show an answer' })
  await bar.getByRole('button', { name: 'Claude' }).click()
  await expect(claude).toBeInViewport()
  await bar.getByRole('button', { name: 'Side by side' }).click()
  await expect(chatGpt).toBeInViewport()
  await expect(claude).toBeInViewport()
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
})

test.describe('a saved comparison that only its owner sees', () => {
  test('shows two long names in full in its bar on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signUp(page)
    const pasted = ['Sample chat A', 'Sample chat B'].map((model) => ({ model, text: plan }))
    const stream = await page.request.post('/api/comparisons', { data: { content: 'Plan a day.', models: [], pasted } })
    const response = await page.goto(`/compare/${/"comparisonId":"([^"]+)"/.exec(await stream.text())?.[1]}`)
    // The server's HTML is the same for everybody, and only the browser knows that the owner is here.
    expect(response?.status()).toBe(200)
    const bar = page.getByRole('group', { name: 'Show an answer' })
    for (const name of ['Sample chat A', 'Sample chat B', 'Side by side'])
      await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    expect(await bar.locator('div').evaluate((names) => names.scrollWidth - names.clientWidth)).toBe(0)
  })
})

test('answers that differ in nearly every word are compared by what they mention, and two versions of one text word by word', async ({
  page,
}) => {
  await enterPlans(page)
  await compareButton(page).click()
  const overview = page.getByRole('table', { name: 'At a glance' })
  await expect(overview.getByRole('row', { name: /^Words/ })).toBeVisible()
  await expect(overview.getByRole('row', { name: 'List items' }), 'both have two').toHaveCount(0)
  await expect(page.getByText('too few to mark')).toBeVisible()
  await expect(page.locator('main ins, main del')).toHaveCount(0)
  const names = page.getByRole('region', { name: 'Names and numbers' })
  await expect(names).toContainText('Alfama')
  await expect(names).toContainText('Sintra · 40 minutes · €5 · Cascais')
  await expect(page.getByRole('region', { name: 'Sentences and list items' })).toContainText('Both, or nearly so 1')
  await inBothThemes(page, () => expectAccessible(page))

  await page.getByLabel('Claude’s answer').fill(plan.replace('tram 28', 'the metro'))
  await expect(page.getByRole('region', { name: 'Changes' }).locator('ins')).toHaveText(['the metro'])
})

test('a visitor’s verdict and note survive a reload and a sign-in, which stores them with the comparison', async ({
  page,
}) => {
  const marta = makeMember()
  await enterPlans(page)
  await compareButton(page).click()
  const copy = answer(page, 'Claude').getByRole('button', { name: 'Copy the answer from Claude' })
  await copy.click()
  await expect(answer(page, 'Claude').getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(otherPlan)
  await answer(page, 'Claude').getByRole('button', { name: 'Prefer this' }).click()
  await expect(verdict(page)).toContainText('You prefer Claude.')
  await verdict(page).getByLabel('Why?').fill('It leaves the city.')

  await page.reload()
  await compareButton(page).click()
  await expect(verdict(page).getByLabel('Why?')).toHaveValue('It leaves the city.')
  await page.getByRole('button', { name: 'Copy everything' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('You prefer Claude. It leaves the city.')
  await page.getByRole('button', { name: 'Sign in to save' }).click()
  await fillRegistration(page, marta)
  await expect(page.getByText('This comparison is saved in')).toBeVisible()
  await expect(verdict(page)).toContainText('Claude 1 vote')
  await expect(verdict(page)).toContainText('Pasted answers don’t count toward ratings.')
  await expect(verdict(page).getByLabel('Why?')).toHaveValue('It leaves the city.')

  await verdict(page).getByLabel('Why?').fill('Sintra.')
  await verdict(page).getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Plan two days in Lisbon.' }).click()
  await expect(verdict(page)).toContainText('You prefer Claude.')
  await expect(verdict(page).getByLabel('Why?')).toHaveValue('Sintra.')
  await verdict(page).getByRole('button', { name: 'Tie' }).click()
  await expect(verdict(page)).toContainText('You call it a tie.')
})

test.describe('if the verdict can’t be stored at first', () => {
  // The server refuses the vote with 503.
  test.use({ expectedMessages: [/503/] })

  test('it survives a reload, and a button stores it later', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enterPlans(page)
    await compareButton(page).click()
    await expect(answer(page, 'ChatGPT')).toBeInViewport()
    await answer(page, 'Claude').getByRole('button', { name: 'Prefer this' }).click()
    const sayWhy = answer(page, 'Claude').getByRole('button', { name: 'Say why' })
    await expect(sayWhy).toBeInViewport()
    await sayWhy.click()
    await expect(verdict(page).getByLabel('Why?')).toBeFocused()
    await page.keyboard.type('It leaves the city.')
    const voteUrl = /\/api\/comparisons\/[^/]+\/vote$/
    await page.route(voteUrl, (route) => route.fulfill({ status: 503, json: { error: 'Busy. Try again.' } }))
    await page.getByRole('button', { name: 'Sign in to save' }).click()
    await fillRegistration(page, makeMember())
    const failure = page.getByText('You prefer Claude. It leaves the city. Your verdict is kept in this tab.')
    await expect(failure).toBeVisible()
    // The list of comparisons may have been loaded before this comparison was saved.
    await page.reload()
    await page.getByRole('link', { name: 'Plan two days in Lisbon.' }).click()
    await expect(page).toHaveURL(/\/compare\/./)
    await page.reload()
    await expect(failure).toBeVisible()
    await page.unroute(voteUrl)
    await page.getByRole('button', { name: 'Store it' }).click()
    await expect(verdict(page).getByLabel('Why?')).toHaveValue('It leaves the city.')
    await expect(failure).toBeHidden()
  })
})
