// This file is longer than others because its stories share one site with fake vendors, and the steps to use it.
// Models are named after how they behave: “steady” answers at once, “paced” and “drip” (which never ends) send words
// slowly, “stalls” sends only the first ones, “faulty” fails, “hostile” answers with HTML, and “writer” with a prompt.

import type { Page } from '@playwright/test'
import { type AiSite, startAiSite } from './ai-site.ts'
import { chip, joinSite, spendElsewhere } from './credit-steps.ts'
import { fillRegistration, makeMember } from './members.ts'
import { runProgram } from './product.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleByWidth,
  expectFitsAndIsAccessible,
  expectNoSidewaysScroll,
  inBothThemes,
  openMore,
  test,
  uncheckAll,
} from './story.ts'

let site: AiSite
/** The slug of a prompt that has blanks, from the starter catalogue. */
let slug: string

test.beforeAll(async ({ request }) => {
  test.setTimeout(300_000)
  site = await startAiSite()
  const { items } = await (await request.get(`${site.url}/api/prompts?limit=50`)).json()
  slug = items.find(({ excerpt }: { excerpt: string }) => /\{\{.+\}\}/.test(excerpt)).slug
})
test.afterAll(() => site.stop())

const compareForm = (page: Page) => page.getByRole('form', { name: 'Compare' })
const compareButton = (page: Page) => compareForm(page).getByRole('button', { name: /^Compare( again)?$/ })
const answer = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const savedNotice = (page: Page) => page.getByText('This comparison is saved in')

/** Chooses these models and no others. */
async function choose(page: Page, ...models: RegExp[]) {
  await expect(compareButton(page)).toBeVisible()
  const group = compareForm(page).getByRole('group', { name: /Models/ })
  await uncheckAll(group)
  for (const name of models) await group.getByRole('checkbox', { name }).check()
}

/** Fills in the form with a text that isn't a prompt of the site. */
async function prepareText(page: Page, ...models: RegExp[]) {
  await page.goto(`${site.url}/compare`)
  await page.getByLabel('Your prompt', { exact: true }).fill('Say hello to {{name}}.')
  await page.getByLabel('name', { exact: true }).fill('Ada')
  await choose(page, ...models)
}

/** Fills in the form like `prepareText`, and starts the comparison. */
async function compareText(page: Page, ...models: RegExp[]) {
  await prepareText(page, ...models)
  await compareButton(page).click()
}

test('the filled-in text on a prompt’s page is sent to a model and the Composer, and the comparison is published', async ({
  page,
}) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/prompt/${slug}`)
  const worksheet = page.getByRole('region', { name: 'Worksheet' })
  await worksheet.locator('.worksheet-text').getByRole('textbox').first().fill('Ada Lovelace')
  await openMore(page)
  await page.getByRole('link', { name: 'Compare models' }).first().click()
  await expect(compareForm(page).getByRole('checkbox', { name: /^Checker/ })).toHaveCount(0)
  await choose(page, /^Composer/, /^Gemini hostile/)
  await expect(page.locator('.cmp-prompt')).toContainText('Ada Lovelace')
  await expect(compareForm(page).locator('b').filter({ hasText: '2 credits' })).toBeVisible()
  await expect(compareForm(page).getByText('30 left, 28 after')).toBeVisible()
  await compareButton(page).click()

  await expect(savedNotice(page)).toBeVisible()
  await expect(answer(page, 'Composer')).toContainText('Built-in, no AI')
  await expect(answer(page, 'Composer')).toContainText('Ada Lovelace')
  await expect(chip(page)).toHaveAccessibleName('28 credits')

  await page.getByLabel('Name', { exact: true }).fill('Two engines')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByRole('button', { name: 'Publish on the prompt’s page' }).click()
  const publishedList = page.getByRole('region', { name: 'Published comparisons' })
  await expect(publishedList.getByRole('link', { name: 'Two engines' })).toBeVisible()
  await expect(publishedList.getByRole('listitem')).toContainText(/Today, \d+:\d\d [AP]M/)
  await publishedList.getByRole('link', { name: 'Two engines' }).click()
  await expect(page).toHaveURL(/\/compare\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two engines')
  await expect(answer(page, 'Composer')).toContainText(/measured on \w+ \d+, \d{4}/)
})

test('of five answers side by side, one fails and is refunded, one is stopped, and none is rendered as HTML', async ({
  page,
}) => {
  await joinSite(page, site)
  await compareText(page, /^OpenAI paced/, /^Claude faulty/, /^Gemini hostile/, /^Gemini drip/, /^Composer/)
  await expect(compareForm(page).getByRole('checkbox', { name: /^OpenAI steady/ })).toBeDisabled()
  const drip = page.getByRole('article').filter({ hasText: 'drop drop' })
  await drip.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(savedNotice(page)).toBeVisible()
  await expect(drip).toContainText('Stopped')
  await expect(answer(page, 'Claude')).toContainText('Failed')
  await expect(answer(page, 'OpenAI')).toContainText('a few words more')
  await expect(page.getByRole('article').filter({ hasText: '<script>alert(1)</script>' })).toBeVisible()
  // The marks of the models are the only pictures.
  await expect(page.locator('main img:not([src^="/marks/"])')).toHaveCount(0)
  // OpenAI's answer cost 2 credits, each of the two Gemini models 1, and the Composer 1. Claude's 2 were refunded.
  await expect(chip(page)).toHaveAccessibleName('25 credits')
  expect(site.vendors.received.at(-1)?.body).toContain('Say hello to Ada.')

  await test.step('all answers can be stopped together', async () => {
    // Neither answer ends by itself, so it doesn't matter how long the page takes to show “Stop all”.
    await choose(page, /^OpenAI stalls/, /^Gemini drip/)
    await compareButton(page).click()
    await expect(answer(page, 'OpenAI')).toContainText('Here is')
    await page.getByRole('button', { name: 'Stop all' }).click()
    await expect(savedNotice(page)).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Stopped' })).toHaveCount(2)
  })
})

test('a double click starts one blind comparison, which hides the names until a vote that counts for the leaderboard', async ({
  page,
}) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/compare`)
  await page.getByLabel('Your prompt', { exact: true }).fill('Say hello.')
  await choose(page, /^OpenAI steady/, /^Claude writer/)
  await compareForm(page)
    .getByRole('checkbox', { name: /^Blind/ })
    .check()
  const startedRuns: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/comparisons')) startedRuns.push(request.url())
  })
  // Both clicks happen before React renders again.
  await compareButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(savedNotice(page)).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('25 credits')
  expect(startedRuns).toHaveLength(1)
  await expect(answer(page, 'Model A')).toBeVisible()
  await expect(page.locator('.cmp')).not.toContainText(/OpenAI|Claude|steady|writer/)
  await expect(page.getByText('Hidden until you vote')).toBeVisible()

  await page
    .getByRole('article')
    .filter({ hasText: 'in four pieces' })
    .getByRole('button', { name: 'Prefer this' })
    .click()
  await expect(page.getByText('Your vote counts for the leaderboard.')).toBeVisible()
  await expect(answer(page, 'OpenAI').getByRole('button', { name: 'Prefer this' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(answer(page, 'Claude')).toBeVisible()

  // Stores the leaderboard with this vote now. The job for that runs only once a minute.
  expect(await runProgram('test/e2e/store-leaderboards.ts', [], site.settings)).toEqual({ status: 0, output: '' })
  expect((await (await page.request.get(`${site.url}/api/leaderboard`)).json()).votes).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Tie' }).click()
  await expect(page.getByText('Your vote wasn’t blind, so it doesn’t count')).toBeVisible()

  await page.goto(`${site.url}/models`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Models')
  await expect(page.getByRole('row', { name: /steady/ })).toContainText('Not enough data')
  await page.getByText('The math').click()
  await expect(page.getByText('Bradley-Terry')).toBeVisible()
})

test('others see a comparison only once it is shared, and vote blind on it; its owner deletes it', async ({
  page,
  browser,
}) => {
  await joinSite(page, site)
  await compareText(page, /^OpenAI steady/, /^Claude writer/)
  await expect(savedNotice(page)).toBeVisible()
  await page.getByRole('link', { name: 'Say hello to name.' }).click()
  await expect(page).toHaveURL(/\/compare\/[0-9a-f-]{36}$/)
  const address = page.url()
  const other = await (await browser.newContext()).newPage()
  expect((await other.goto(address))?.status()).toBe(200)
  await expect(other.getByText('There is no comparison here')).toBeVisible()

  await page.getByRole('button', { name: 'Share by link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await joinSite(other, site)
  await other.goto(address)
  await expect(answer(other, 'OpenAI')).toBeVisible()
  await other.getByLabel('Hide the names until I have voted').check()
  await expect(answer(other, 'Model A')).toBeVisible()
  await expect(answer(other, 'OpenAI')).toHaveCount(0)
  await other.getByRole('button', { name: 'None is good' }).click()
  await expect(other.getByText('Your vote counts for the leaderboard.')).toBeVisible()
  await expect(answer(other, 'OpenAI')).toBeVisible()
  await other.context().close()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the comparison and its votes' }).click()
  await expect(page).toHaveURL(/\/compare$/)
  await expect(page.getByText('No comparisons yet.')).toBeVisible()
})

test('an answer from elsewhere is marked as pasted, two answers can be compared, and the comparison can be run again', async ({
  page,
}) => {
  await joinSite(page, site)
  await compareText(page, /^OpenAI steady/, /^Composer/)
  await expect(savedNotice(page)).toBeVisible()
  await page.getByText('Add an answer that you got elsewhere').click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Name the model, and paste its answer.')).toBeVisible()
  await page.getByLabel('Model', { exact: true }).fill('Mistral at home')
  await page.getByLabel('Answer', { exact: true }).last().fill('Here is another answer in four pieces.')
  // Pressing Enter twice adds it once, however slow the server is.
  let requestCount = 0
  await page.route('**/api/comparisons/*/answers', async (route) => {
    requestCount++
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.getByLabel('Model', { exact: true }).press('Enter')
  await page.keyboard.press('Enter')
  const pastedAnswer = answer(page, 'Mistral at home')
  await expect(pastedAnswer).toContainText('Pasted')
  expect(requestCount).toBe(1)
  await pastedAnswer.getByRole('button', { name: 'Prefer this' }).click()
  await expect(page.getByText('You prefer Mistral at home.')).toBeVisible()

  await page.getByText('Differences between two answers').click()
  await page.getByLabel('To', { exact: true }).selectOption('Mistral at home')
  await expect(page.getByRole('region', { name: 'Changes' }).locator('ins')).toContainText('another')

  await page.getByRole('link', { name: 'Run again' }).click()
  await expect(page.getByLabel('Your prompt', { exact: true })).toHaveValue('Say hello to {{name}}.')
  await expect(page.getByLabel('name', { exact: true })).toHaveValue('Ada')
})

test('a member’s own key is sent with the run, costs no credits, and is saved in the browser', async ({ page }) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/compare`)
  await page.getByText('Use your own key', { exact: true }).click()
  await page.getByLabel('Claude key').fill('sk-own-key-of-marta')
  await page.getByLabel('Your prompt', { exact: true }).fill('Say hello.')
  await choose(page, /^Claude writer/, /^OpenAI steady/)
  await expect(
    compareForm(page)
      .getByRole('group', { name: /Models/ })
      .getByText('Your key')
      .first(),
  ).toBeVisible()
  await expect(compareForm(page).getByText('2 credits', { exact: true }).last()).toBeVisible()
  const runRequest = page.waitForRequest('**/api/comparisons')
  await compareButton(page).click()
  expect((await runRequest).postDataJSON().keys).toEqual({ anthropic: 'sk-own-key-of-marta' })
  await expect(savedNotice(page)).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('28 credits')
  const request = site.vendors.received.findLast(({ vendor }) => vendor === 'anthropic')
  expect(request?.headers['x-api-key']).toBe('sk-own-key-of-marta')
  await page.reload()
  await page.getByText('Use your own key (1 saved)').click()
  await expect(page.getByLabel('Claude key')).toHaveValue('sk-own-key-of-marta')
})

test('one line says what to do for models that can’t answer here; a visitor who comes back from the sign-in page finds the text still there', async ({
  page,
}) => {
  await page.goto(`${site.url}/compare`)
  await expect(
    page.getByText(/^Paste answers from DeepSeek and Llama, or sign in and bring your own key/),
  ).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/_API_KEY|not set/)
  await page.getByLabel('Your prompt', { exact: true }).fill('Say hello.')
  await choose(page, /^Composer/, /^OpenAI steady/)
  // With only one language model, there is nothing to vote on.
  await expect(page.getByRole('checkbox', { name: /^Blind/ })).toHaveCount(0)
  await compareButton(page).click()
  await expect(page).toHaveURL(/\/auth/)
  await page.goBack()
  await expect(page.getByLabel('Your prompt', { exact: true })).toHaveValue('Say hello.')
})

test('a visitor compares pasted answers without an account, and signing in keeps and saves them all', async ({
  page,
}) => {
  const marta = makeMember()
  await prepareText(page, /^DeepSeek/, /^Llama/)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(compareForm(page).getByText('You don’t need an account.')).toBeVisible()
  await expect(compareForm(page).getByText('Paste the answers from DeepSeek and Llama.')).toBeVisible()
  await page.getByLabel('DeepSeek’s answer').fill('Good day, Ada.')
  await compareButton(page).click()
  await expect(page.getByLabel('Llama’s answer'), 'the field of the missing answer receives focus').toBeFocused()
  await page.getByLabel('Llama’s answer').fill('Hello, Ada.')
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await compareButton(page).click()
  await expect(answer(page, 'DeepSeek')).toContainText('Good day, Ada.')
  await expect(answer(page, 'Llama')).toBeInViewport()
  expect(requests).not.toContain('POST /api/comparisons')
  await inBothThemes(page, () => expectAccessible(page))

  await page.reload()
  await expect(page.getByLabel('Llama’s answer')).toHaveValue('Hello, Ada.')
  await compareButton(page).click()
  await page.getByRole('button', { name: 'Sign in to save' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByText('It is saved as soon as you sign in.')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('DeepSeek’s answer')).toHaveValue('Good day, Ada.')
  await compareButton(page).click()
  await page.getByRole('button', { name: 'Sign in to save' }).click()
  await fillRegistration(page, marta)
  await expect(savedNotice(page)).toBeVisible()
  await expect(answer(page, 'DeepSeek')).toContainText('Good day, Ada.')
  await expect(answer(page, 'Llama')).toContainText('Pasted')
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your comparisons' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByLabel('DeepSeek’s answer')).toHaveCount(0)
})

test('a blank in the member’s own text shows its default, and the result scrolls into view and receives focus', async ({
  page,
}) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/compare`)
  const text = 'Explain to {{reader:a child}} why {{thing:bridges stand}}.'
  await page.getByLabel('Your prompt', { exact: true }).fill(text)
  await expect(page.getByLabel('reader', { exact: true })).toHaveAttribute('placeholder', 'a child')
  await choose(page, /^Composer/, /^OpenAI steady/)
  await compareButton(page).press('Enter')
  await expect(savedNotice(page)).toBeVisible()
  await expect(answer(page, 'Composer').getByText('a child').first()).toBeInViewport()
  expect(site.vendors.received.at(-1)?.body).toContain('Explain to a child why bridges stand.')
  await expect(page.locator(':focus').getByRole('region', { name: 'Answers' })).toBeVisible()
  await spendElsewhere(page, site, 26)
  await page.reload()
  const ownComparisons = page.getByRole('region', { name: 'Your comparisons' })
  await expect(ownComparisons.getByRole('link', { name: 'Explain to a child why bridges stand.' })).toBeVisible()

  await test.step('with too few credits a dialog explains why and links to the plans, and nothing is lost', async () => {
    await expect(chip(page)).toHaveAccessibleName('1 credit')
    await page.getByLabel('Your prompt', { exact: true }).fill(text)
    await choose(page, /^OpenAI steady/, /^Claude writer/)
    await compareButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Insufficient credits' })
    await expect(dialog).toContainText('You need 5 credits but only have 1.')
    await expect(dialog.getByRole('link', { name: 'Subscription Plans' })).toHaveAttribute('href', '/subscription')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByLabel('Your prompt', { exact: true })).toHaveValue(text)
  })
})

test('comparisons are accessible in a wide window and a narrow one, and nothing scrolls sideways', async ({ page }) => {
  await joinSite(page, site)
  await compareText(page, /^OpenAI steady/, /^Gemini hostile/, /^Composer/)
  await expect(savedNotice(page)).toBeVisible()
  await page.getByText('Differences between two answers').click()
  await page.getByText('Add an answer that you got elsewhere').click()
  await expectAccessibleByWidth(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('group', { name: 'Show an answer' }).getByRole('button', { name: 'Composer' }).click()
  await expect(answer(page, 'Composer').getByRole('heading')).toBeInViewport()
  await expectAccessibleByWidth(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`${site.url}/models`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Models')
  await expectFitsAndIsAccessible(page)
  await page.goto(`${site.url}/prompt/${slug}#compare`)
  await expect(compareButton(page)).toBeVisible()
  await expectFitsAndIsAccessible(page)
})
