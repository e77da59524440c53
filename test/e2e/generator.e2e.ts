import type { Page } from '@playwright/test'
import { type AiSite, startAiSite } from './ai-site.ts'
import { chip, joinSite, spendElsewhere } from './credit-steps.ts'
import { expectSignedIn, fillRegistration, makeMember } from './members.ts'
import { pressUseAnswer, startOwnProgram } from './own-program.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleByWidth,
  expectFitsAndIsAccessible,
  expectNoSidewaysScroll,
  inBothThemes,
  test,
} from './story.ts'
import { textValue } from './writer.ts'

let site: AiSite

test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startAiSite()
})
test.afterAll(() => site.stop())

const idea = 'Short chemistry quizzes for 14-year-olds about last week’s lesson'
/** An idea for which the starter catalogue has a prompt. */
const lessonIdea = 'A lesson plan about acids for 14-year-olds, 40 minutes'
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate' })
const openFormButton = (page: Page) => page.getByRole('button', { name: 'Open in the create form' })

/**
 * Opens the generator, and has a model write a prompt for `idea`. A model's name says how it answers. Its texts are in
 * `test/fakes/ai-vendors.ts`, its price is in `ai-site.ts`, and a new member has 30 credits.
 */
async function generate(page: Page, model: string) {
  await page.goto(`${site.url}/prompt-generator`)
  await page.getByLabel('Your idea').fill(idea)
  const writer = page.getByLabel('Written by')
  await expect(writer).toBeAttached()
  if (await writer.isHidden()) await page.getByText('Kind, tone, audience, language, writer').click()
  await writer.selectOption(model)
  await generateButton(page).click()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page explains what the generator does and costs, and which engine isn’t AI', async ({ page }) => {
    await page.goto(`${site.url}/prompt-generator`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prompt generator')
    await expect(page.getByText('The Composer uses rules, not AI')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Claude writer' })).toContainText('3 credits')
    await expect(page.getByRole('listitem').filter({ hasText: 'Composer' })).toContainText('built-in, no AI')
  })
})

test('without a model, the closest prompt is adapted and credited; a double click starts and charges one run', async ({
  page,
}) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/prompt-generator`)
  await page.getByLabel('Your idea').fill(lessonIdea)
  await page.getByLabel('Written by').selectOption('composer')
  await expect(page.getByText('No AI is asked.')).toBeVisible()
  const startedRuns: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/prompt-generator')) startedRuns.push(request.url())
  })
  // Both clicks happen before React renders again.
  await generateButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(result(page).getByText('Adapted from')).toContainText('No model was asked.')
  const source = result(page).getByRole('link', { name: 'Lesson plan for forty-five minutes' })
  await expect(source).toHaveAttribute('href', '/prompt/lesson-plan-for-forty-five-minutes')
  const text = result(page).locator('.worksheet-text')
  await expect(text.getByRole('textbox', { name: 'topic' }).first()).toHaveText('acids')
  await expect(text.getByRole('textbox', { name: 'aim' })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('29 credits')
  expect(startedRuns).toHaveLength(1)
  await openFormButton(page).click()
  await expect(page.getByRole('heading', { name: 'Fork a prompt', level: 1 })).toBeVisible()
  await expect(textValue(page)).toHaveValue(/\{\{topic:acids\}\}/)
})

test('an idea that no prompt fits costs nothing, and the closest prompts are named', async ({ page }) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/prompt-generator`)
  await page.getByLabel('Your idea').fill('A wine to go with grilled zebra')
  await page.getByLabel('Written by').selectOption('composer')
  await generateButton(page).click()
  await expect(result(page).getByRole('alert')).toContainText('Nothing was charged.')
  await expect(result(page).getByRole('link', { name: 'Search for it' })).toHaveAttribute('href', /search\?q=A/)
  await expect(chip(page)).toHaveAccessibleName('30 credits')
  await expect(page.getByLabel('Your idea')).toHaveValue('A wine to go with grilled zebra')
  await expectFitsAndIsAccessible(page)
})

test('a visitor’s idea survives the sign-in, and the result opens in the create form', async ({ page }) => {
  const marta = makeMember()
  await page.goto(`${site.url}/prompt-generator`)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await generateButton(page).click()
  await expect(page.getByLabel('Your idea')).toBeFocused()
  await expect(page.getByText('Describe in a few words what you want.')).toBeVisible()
  await page.getByRole('button', { name: 'A lesson plan' }).click()
  await expect(page.getByLabel('Your idea')).toHaveValue(/^A lesson plan/)
  await expect(page.getByLabel('Your idea')).toBeFocused()
  await page.getByLabel('Your idea').fill(lessonIdea)
  await page.getByLabel('Written by').selectOption('composer')
  await page.getByLabel('Audience').fill('Pupils')
  const startedRuns: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/prompt-generator')) startedRuns.push(request.url())
  })
  await generateButton(page).click()
  await expect(page.getByRole('heading', { name: 'Sign in to generate a prompt', level: 1 })).toBeVisible()
  await expect(page.getByText('as soon as you sign in, for 1 credit.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await fillRegistration(page, marta)
  await expect(page).toHaveURL(/\/prompt-generator$/)
  await expectSignedIn(page, marta)

  await expect(page.getByLabel('Your idea')).toHaveValue(lessonIdea)
  await expect(page.getByLabel('Audience')).toHaveValue('Pupils')
  await expect(result(page).getByText('Built-in, no AI')).toBeInViewport()
  await expect(result(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY), 'the page scrolled down to the result').toBeGreaterThan(200)
  await expect(openFormButton(page)).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('29 credits')
  await expect(chip(page)).toHaveAttribute('data-pulse', 'none')

  await openFormButton(page).click()
  await expect(page.getByRole('heading', { name: 'Fork a prompt', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(/^Lesson plan/)
  await expect(textValue(page)).toHaveValue(/acids[\s\S]*Audience: Pupils/)
  await page.reload()
  await page.getByLabel('Title').fill('Quizzes, changed by hand')
  await page.reload()
  await expect(page.getByLabel('Title'), 'the handed-over text, with the change').toHaveValue(
    'Quizzes, changed by hand',
  )

  await page.goBack()
  await expect(openFormButton(page)).toBeVisible()
  await page.reload()
  await expect(openFormButton(page)).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('29 credits')
  expect(startedRuns, 'Back and a reload charge nothing').toHaveLength(1)
  await openFormButton(page).click()
  await expect(page.getByLabel('Title'), 'the generated text again').toHaveValue(/^Lesson plan/)
})

test('a language model streams a prompt and refines it, and both runs are listed', async ({ page }) => {
  await joinSite(page, site)
  await generate(page, 'writer')
  await expect(result(page).getByRole('heading', { name: 'Letter to a landlord' })).toBeVisible()
  await expect(result(page).locator('.worksheet-text').getByRole('textbox', { name: 'damage' })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('27 credits')
  await expectFitsAndIsAccessible(page)

  const refineRequest = page.waitForRequest('**/api/prompt-generator')
  await page.getByLabel('What should be different?').fill('Shorter')
  await page.getByRole('button', { name: 'Refine (3 credits)' }).click()
  expect((await refineRequest).postDataJSON().refine).toEqual({
    content: 'You are a tenants’ lawyer. Write about {{damage}}.',
    change: 'Shorter',
  })
  await expect(chip(page)).toHaveAccessibleName('24 credits')
  const runs = page.getByRole('region', { name: 'Your runs' })
  await expect(runs.getByRole('button', { name: idea, exact: true })).toHaveCount(2)

  await page.reload()
  await runs.getByRole('button', { name: idea, exact: true }).first().click()
  await expect(result(page).locator('.worksheet-text').getByRole('textbox', { name: 'damage' })).toBeVisible()
  await runs
    .getByRole('button', { name: `Delete ${idea}` })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeVisible()
  await expect(runs.getByText('1 run', { exact: true })).toBeVisible()
  await expect(runs.getByRole('button', { name: `Delete ${idea}` })).toBeFocused()
})

test('a stopped run keeps its text, a failed one costs nothing, and hostile text is shown as text', async ({
  page,
}) => {
  await joinSite(page, site)
  await generate(page, 'drip')
  await expect(result(page)).toContainText('drop drop drop')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(openFormButton(page)).toBeVisible()
  await expect(result(page)).toContainText('drop drop drop')
  await expect(chip(page)).toHaveAccessibleName('29 credits')

  await page.getByLabel('Written by').selectOption('faulty')
  await generateButton(page).click()
  await expect(result(page).getByRole('alert')).toContainText('No prompt was generated')
  const failedRun = page.getByRole('row', { name: /faulty/ })
  await expect(failedRun).toContainText('Not charged')
  await expect(failedRun.getByRole('button', { name: `Delete ${idea}` })).toBeVisible()
  await expect(chip(page)).toHaveAccessibleName('29 credits')

  await page.getByLabel('Written by').selectOption('hostile')
  await generateButton(page).click()
  await expect(openFormButton(page)).toBeVisible()
  await expect(result(page)).toContainText('<script>alert(1)</script>')
  await expect(page.locator('main img')).toHaveCount(0)
})

test('a run that is stopped while its first words are on their way shows them, because they are charged', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const send = window.fetch
    /** Loses the words of a run on their way. */
    const withoutWords = () => {
      const decoder = new TextDecoder()
      return new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (decoder.decode(chunk).includes('event: delta')) Object.assign(window, { hasLostWords: true })
          else controller.enqueue(chunk)
        },
      })
    }
    window.fetch = async (...request) => {
      const response = await send(...request)
      if (!String(request[0]).endsWith('/api/prompt-generator') || !response.body) return response
      return new Response(response.body.pipeThrough(withoutWords()), response)
    }
  })
  await joinSite(page, site)
  await generate(page, 'drip')
  await page.waitForFunction(() => 'hasLostWords' in window)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(openFormButton(page)).toBeVisible()
  await expect(result(page)).toContainText('drop')
  await expect(chip(page)).toHaveAccessibleName('29 credits')
  await expect(page.getByRole('region', { name: 'Your runs' })).toContainText('1 run')
})

test.describe('errors', () => {
  test.use({ expectedMessages: [/ERR_CONNECTION_RESET|status of 402/] })

  test('a request is repeated with the same Idempotency-Key after a lost connection, and charged once', async ({
    page,
  }) => {
    await joinSite(page, site)
    const keys: (string | undefined)[] = []
    await page.route('**/api/prompt-generator', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      // The server sends its whole response, but the response never arrives.
      await route.fetch()
      await route.abort('connectionreset')
    })
    await generate(page, 'writer')
    await expect(result(page)).toContainText('Reconnecting')
    await expect(result(page).getByRole('heading', { name: 'Letter to a landlord' })).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    await expect(chip(page)).toHaveAccessibleName('27 credits')
    await expect(page.getByRole('region', { name: 'Your runs' }).getByText('1 run', { exact: true })).toBeVisible()
  })

  test('too few credits are reported before a run, even if only the server knows the balance', async ({ page }) => {
    await joinSite(page, site)
    await spendElsewhere(page, site, 28)
    await generate(page, 'writer')
    const dialog = page.getByRole('dialog', { name: 'Insufficient credits' })
    await expect(dialog).toContainText('You need 3 credits but only have 2.')
    await expect(dialog.getByRole('link', { name: 'Subscription Plans' })).toHaveAttribute('href', '/subscription')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(chip(page)).toHaveAccessibleName('2 credits')

    await page.getByLabel('Written by').selectOption('faulty')
    await spendElsewhere(page, site, 1)
    await generateButton(page).click()
    await expect(dialog).toContainText('You need 2 credits but only have 1.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByLabel('Your idea')).toHaveValue(idea)
    await expect(chip(page)).toHaveAccessibleName('1 credit')
  })
})

test('the generator is accessible in both themes, empty and full; on a phone, its result has the copy bar of a prompt’s page', async ({
  page,
}) => {
  await joinSite(page, site)
  await page.goto(`${site.url}/prompt-generator`)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(generateButton(page), 'the button needs no scrolling').toBeInViewport()
    await expectAccessibleByWidth(page)
  }
  await page.getByLabel('Your idea').fill(lessonIdea)
  const writer = page.getByLabel('Written by')
  if (await writer.isHidden()) await page.getByText('Kind, tone, audience, language, writer').click()
  await writer.selectOption('composer')
  await generateButton(page).click()
  const fillButton = page.getByRole('button', { name: /^Fill in \d+ blanks?$/ })
  await expect(fillButton).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Copy as is' })).toBeInViewport()
  await page.getByText('Use your own key', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Your runs' })).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessibleByWidth(page)
    await expectNoSidewaysScroll(page)
  }

  for (let attemptsLeft = 20; attemptsLeft > 0 && (await fillButton.isVisible()); attemptsLeft--) {
    await fillButton.click()
    await page.keyboard.type('Ada')
  }
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeInViewport()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const footerEnd = await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).boundingBox()
  const bar = await page.locator('.copy-bar').boundingBox()
  expect((footerEnd?.y ?? 0) + (footerEnd?.height ?? 0), 'the bar covers no link').toBeLessThanOrEqual(bar?.y ?? 0)
  await page.getByRole('button', { name: 'Run in', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Run in' }).getByRole('link', { name: 'ChatGPT' })).toBeVisible()
})

test('a model on the member’s own machine writes the prompt, without credits or a run on the server', async ({
  page,
}) => {
  const program = await startOwnProgram(() => new URL(site.url).origin)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  try {
    await joinSite(page, site)
    await page.goto(`${site.url}/prompt-generator`)
    await page.getByText('Use a model on your machine').click()
    await expect(page.getByText('Describe your idea first.')).toBeVisible()
    await page.getByLabel('Your idea').fill(idea)
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Ask a model on your machine' }).click()
    const ownWindow = await opening
    await ownWindow.getByLabel('Address').fill(program.address)
    await ownWindow.getByRole('button', { name: 'Find models' }).click()
    await ownWindow.getByText('The text to send').click()
    await expect(ownWindow.getByText(`Idea: ${idea}`)).toBeVisible()
    await ownWindow.getByRole('button', { name: 'Ask', exact: true }).click()
    await pressUseAnswer(ownWindow)
    // The name of the model and its answer come from `startOwnProgram`.
    await expect(result(page)).toContainText('mistral-small')
    await expect(result(page)).toContainText('on your machine')
    await expect(result(page)).toContainText('Hello from <b>home</b>.')
    await expect(result(page)).toContainText('0 credits')
    await inBothThemes(page, () => expectAccessible(page))
    await page.reload()
    await expect(result(page)).toContainText('Hello from <b>home</b>.')
    expect(posts).not.toContain('/api/prompt-generator')
    expect(program.cookies.every((cookie) => cookie === undefined)).toBe(true)
    await openFormButton(page).click()
    await expect(textValue(page)).toHaveValue('Hello from <b>home</b>.')
  } finally {
    await program.stop()
  }
})
