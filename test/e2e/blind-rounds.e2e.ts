import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type AiSite, startAiSite } from './ai-site.ts'
import { joinSite } from './credit-steps.ts'
import { pressUseAnswer, startOwnProgram } from './own-program.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inBothThemes, test } from './story.ts'

let site: AiSite
let slug: string

test.beforeAll(async ({ request }) => {
  test.setTimeout(300_000)
  site = await startAiSite()
  const { items } = await (await request.get(`${site.url}/api/prompts?limit=1`)).json()
  slug = items[0].slug
})
test.afterAll(() => site.stop())

/** Compares two models on a prompt of the catalogue as the member signed in on `page`, and publishes the comparison. */
async function publishComparison(page: Page) {
  const data = { promptId: slug, models: ['steady', 'writer'] }
  const run = await page.request.post(`${site.url}/api/comparisons`, { data })
  const id = /"comparisonId":"([^"]+)"/.exec(await run.text())?.[1]
  expect((await page.request.post(`${site.url}/api/comparisons/${id}/publish`, { data: {} })).status()).toBe(200)
}

// In one story, a page tries to connect to an address that its Content-Security-Policy doesn't allow.
test.use({ expectedMessages: [/Content.Security.Policy|connect-src|violates/i] })

test('a member votes on answers without names, passes attention checks, then sees the names, and reaches the end', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage()
  await joinSite(other, site)
  await publishComparison(other)
  await other.close()

  await page.goto(`${site.url}/compare/vote`)
  await expect(page.getByRole('button', { name: 'Sign in to vote' })).toBeVisible()
  await joinSite(page, site)
  await page.goto(`${site.url}/models`)
  await page.getByRole('link', { name: 'Vote on two answers' }).click()
  const round = page.getByRole('region', { name: 'Blind round' })
  const answers = round.getByRole('region', { name: 'Answer' })
  const next = page.getByRole('button', { name: 'Next' })
  for (;;) {
    await expect(answers).toHaveCount(2)
    await expect(round.getByRole('article', { name: 'Model A' })).toBeVisible()
    await expect(round).not.toContainText(/steady|writer/)
    const [a, b] = await answers.allTextContents()
    // Here, two equal answers are an attention check, which “Equally good” passes.
    const choice = a === b ? 'Equally good' : 'A is better'
    await page.getByRole('button', { name: choice }).click()
    await expect(next).toBeVisible()
    if (a !== b) break
    await expect(page.getByText('This was a check, and you passed.')).toBeVisible()
    await next.click()
  }
  await expect(page.getByRole('status').filter({ hasText: /^You preferred/ })).toBeFocused()
  await expect(round.getByRole('article', { name: 'OpenAI' })).toContainText('steady')
  await inBothThemes(page, () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
  await next.click()
  await expect(page.getByText('There is nothing to vote on now')).toBeVisible()
})

test('a model on the member’s machine answers in a separate window, and the answer is pasted', async ({ page }) => {
  // This program has the model mistral-small, which answers “Hello from <b>home</b>.”
  const program = await startOwnProgram(() => new URL(site.url).origin)
  try {
    await joinSite(page, site)
    await publishComparison(page)
    const { items } = await (await page.request.get(`${site.url}/api/user/comparisons`)).json()
    await page.goto(`${site.url}/compare/${items[0].id}`)
    await page.getByText('Add an answer that you got elsewhere').click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Ask a model on your machine' }).click()
    const ownWindow = await opening
    await ownWindow.getByLabel('Address').fill('http://192.168.1.1:80')
    await ownWindow.getByRole('button', { name: 'Find models' }).click()
    await expect(ownWindow.getByRole('alert')).toContainText('Enter an address on this machine')
    await ownWindow.getByLabel('Address').fill(program.address)
    await ownWindow.getByRole('button', { name: 'Find models' }).click()
    await expect(ownWindow.getByRole('combobox', { name: 'Model' })).toHaveValue('mistral-small')
    await expectAccessible(ownWindow)
    await ownWindow.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(ownWindow.getByLabel('Answer')).toHaveText('Hello from <b>home</b>.')
    // The window may only connect to this machine.
    const violation = ownWindow.evaluate(
      () => new Promise((resolve) => addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI))),
    )
    await ownWindow.evaluate(() => void fetch('http://192.168.1.1/').catch(() => undefined))
    expect(await violation).toContain('http://192.168.1.1')
    await pressUseAnswer(ownWindow)
    await expect(page.getByLabel('Model', { exact: true })).toHaveValue('mistral-small')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const pastedAnswer = page.getByRole('article', { name: 'mistral-small' })
    await expect(pastedAnswer).toContainText('Pasted')
    await expect(pastedAnswer).toContainText('Hello from')
    expect(program.cookies.every((cookie) => cookie === undefined)).toBe(true)
  } finally {
    await program.stop()
  }
})

test.describe('a page of another origin', () => {
  test.use({ expectedMessages: [/postMessage|Content.Security.Policy|connect-src|violates/i] })

  test('that opens the window for a model on the member’s machine gets no message, and can’t send a prompt', async ({
    page,
  }) => {
    const received: string[] = []
    const evil = createServer((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Evil</title>'),
    )
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    try {
      // The site may be at 127.0.0.1 too, but this page has another port, and therefore another origin.
      await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
      await page.exposeFunction('hear', (data: string) => received.push(data))
      const opening = page.waitForEvent('popup')
      await page.evaluate((url) => {
        addEventListener('message', ({ data }) =>
          (window as unknown as { hear(data: string): void }).hear(String(data)),
        )
        const ownWindow = window.open(url)
        setInterval(() => ownWindow?.postMessage({ prompt: 'Evil prompt' }, '*'), 20)
      }, `${site.url}/own-machine`)
      const ownWindow = await opening
      await ownWindow.waitForLoadState()
      await ownWindow.evaluate(() => new Promise((resolve) => addEventListener('message', resolve, { once: true })))
      await expect(ownWindow.getByText('Open this page from a comparison')).toBeVisible()
      await expect(ownWindow.getByRole('button', { name: 'Ask', exact: true })).toBeHidden()
      await expect(ownWindow.locator('#question')).toHaveText('')
      expect(received).toEqual([])
    } finally {
      evil.close()
    }
  })
})
