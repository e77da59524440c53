import type { Page } from '@playwright/test'
import { type AiSite, startAiSite } from './ai-site.ts'
import { chip, joinSite, spendElsewhere } from './credit-steps.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, expectFitsAndIsAccessible, test, uncheckAll } from './story.ts'
import { chipOf, openBlank, textValue, titleOf } from './writer.ts'

const pressEnter = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).first().press('Enter')

test('by keyboard, an edit is suggested and revised on a phone and accepted on a desktop, and its proposer is credited', async ({
  browser,
  page: visitor,
}) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer, member } = await openSignedIn(browser)
  await proposer.setViewportSize({ width: 390, height: 900 })
  const slug = await publish(author, titleOf('Buy and save'))

  await proposer.goto(`/prompt/${slug}`)
  await pressEnter(proposer, 'link', 'Suggest an edit')
  await expect(proposer.getByRole('heading', { level: 1, name: 'Suggest an edit' })).toBeVisible()
  await expect(proposer.getByText(/published under the prompt’s license/)).toBeVisible()
  await proposer.getByLabel('Prompt', { exact: true }).fill('Buy {{thing}} in our shop, today, and save a tenth.')
  await pressEnter(proposer, 'button', 'Send suggestion')
  await expect(proposer.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await expectFitsAndIsAccessible(proposer)
  await proposer.getByLabel('Why?').fill('It names the offer.')
  await pressEnter(proposer, 'button', 'Send suggestion')
  await expect(proposer.getByRole('heading', { level: 1, name: 'Suggested edit' })).toBeVisible()
  await expect(proposer.getByText('Open', { exact: true })).toBeVisible()

  await author.goto('/suggested-edits')
  await expectFitsAndIsAccessible(author)
  await pressEnter(author, 'link', /^Review the edit to “Buy and save/)
  await expect(author.getByText('It names the offer.')).toBeVisible()
  await expectFitsAndIsAccessible(author)
  await author.getByLabel('Answer').fill('A fifth, please.')
  await pressEnter(author, 'button', 'Ask for changes')
  await expect(author.locator('#main').getByText('Changes requested')).toBeVisible()

  await proposer.reload()
  await expect(proposer.getByText('A fifth, please.')).toBeVisible()
  await pressEnter(proposer, 'link', 'Revise')
  await proposer.getByLabel('Prompt', { exact: true }).fill('Buy {{thing}} in our shop, today, and save a fifth.')
  await pressEnter(proposer, 'button', 'Send suggestion')
  await expect(proposer.getByText('Open', { exact: true })).toBeVisible()

  await author.reload()
  await pressEnter(author, 'button', 'Accept as version 2')
  await expect(author.getByText(/Accepted as version 2/)).toBeVisible()

  const html = await (await visitor.request.get(`/prompt/${slug}`)).text()
  expect(html).toContain('save a fifth.')
  expect(html).toContain(member.username)
})

test('if a prompt has changed since an edit was suggested, its author sees all three texts and decides what to store', async ({
  browser,
}) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Moved on'))
  const { id } = await (await author.request.get(`/api/prompts/${slug}`)).json()
  const data = {
    title: 'Moved on',
    description: '',
    content: `What the proposer wrote.\u202E\n${'One of many lines.\n'.repeat(60)}`,
    reason: 'Shorter.',
    baseVersion: 1,
  }
  const suggestion = await proposer.request.post(`/api/prompts/${id}/change-requests`, { data })
  expect(suggestion.status(), await suggestion.text()).toBe(201)
  const edit = await author.request.patch(`/api/prompts/${id}`, { data: { content: 'What the author wrote since.' } })
  expect(edit.ok()).toBe(true)

  await author.goto(`/suggested-edit/${(await suggestion.json()).id}`)
  for (const text of ['in our shop', 'What the author wrote since.', 'What the proposer wrote.'])
    await expect(author.getByText(text).first()).toBeVisible()
  await expect(author.getByText('[U+202E]')).toHaveCount(2)
  const suggestedText = author.getByRole('region', { name: 'Suggested', exact: true })
  await expect(suggestedText).toHaveCSS('white-space', 'pre-wrap')
  await expect(suggestedText).toHaveCSS('overflow-y', 'auto')
  expect((await suggestedText.boundingBox())?.height).toBeLessThanOrEqual(320)
  await expect(author.getByText('1 invisible character that a model reads: direction overrides')).toBeVisible()
  await expectFitsAndIsAccessible(author)
  const combined = 'What the author wrote since, and what the proposer wrote.'
  await author.getByLabel('Text of the new version').fill(combined)
  await author.getByRole('button', { name: 'Accept as version 3' }).click()
  await expect(author.getByText(/Accepted as version 3/)).toBeVisible()
  expect((await (await author.request.get(`/api/prompts/${id}`)).json()).content).toBe(combined)
})

test('a member who is neither the author nor the proposer gets 404 for a suggestion, and a visitor has to sign in', async ({
  browser,
  page: visitor,
}) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer } = await openSignedIn(browser)
  const { page: otherMember } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Not for all'))
  const { id } = await (await author.request.get(`/api/prompts/${slug}`)).json()
  const data = { title: 'Not for all', description: '', content: 'A secret wish.', reason: 'Because.', baseVersion: 1 }
  const suggestion = await (await proposer.request.post(`/api/prompts/${id}/change-requests`, { data })).json()
  expect((await otherMember.request.get(`/api/change-requests/${suggestion.id}`)).status()).toBe(404)
  expect((await visitor.request.get(`/api/change-requests/${suggestion.id}`)).status()).toBe(401)
  await visitor.goto(`/suggested-edit/${suggestion.id}`)
  await expect(visitor).toHaveURL(/\/auth/)
})

test('a suggestion can describe blanks, and its proposer can fork the prompt with the suggested text', async ({
  browser,
}) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Blanks to describe'))
  await proposer.goto(`/prompt/${slug}/suggest`)
  const panel = await openBlank(proposer, 'thing')
  await panel.getByText('One from a list').click()
  await panel.getByLabel('Options').fill('a pen\na book')
  await proposer.getByLabel('Prompt', { exact: true }).fill('Buy {{thing}} in our shop today.')
  await expect(proposer.getByRole('region', { name: 'Your changes' })).toContainText('a pen')
  await proposer.getByLabel('Why?').fill('People choose faster.')
  await pressEnter(proposer, 'button', 'Send suggestion')
  await expect(proposer.getByRole('heading', { level: 1, name: 'Suggested edit' })).toBeVisible()
  await expect(proposer.getByRole('heading', { name: 'Blanks' })).toBeVisible()
  const id = proposer.url().split('/').at(-1) ?? ''
  const changeRequest = await (await proposer.request.get(`/api/change-requests/${id}`)).json()
  expect(changeRequest.proposed.variables).toMatchObject([
    { name: 'thing', kind: 'choice', options: ['a pen', 'a book'] },
  ])

  await proposer.goto(`/create-prompt?fork=${slug}&suggestion=${id}`)
  await expect(textValue(proposer)).toHaveValue('Buy {{thing}} in our shop today.')
  await expect(chipOf(proposer, 'thing')).toContainText('one from a list')
})

test.describe('on a site with models', () => {
  test.use({ expectedMessages: [/status of 402/] })
  let site: AiSite
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startAiSite()
  })
  test.afterAll(() => site.stop())

  test('the prompt’s tests run on both texts, side by side, for exactly the price shown', async ({ browser, page }) => {
    await joinSite(page, site)
    const post = async (as: Page, path: string, data: object) => {
      const response = await as.request.post(`${site.url}/api${path}`, { data })
      expect(response.ok(), await response.text()).toBe(true)
      return response.json()
    }
    const prompt = { title: 'Tested on both sides', content: 'Say hello to {{name}} politely.', category: 'general' }
    const { id } = await post(page, '/prompts', prompt)
    const checks = [{ kind: 'contains', text: 'answer' }]
    await post(page, `/prompts/${id}/tests/cases`, { reason: 'Greets by name', values: { name: 'Ada' }, checks })
    const proposer = await (await browser.newContext()).newPage()
    await joinSite(proposer, site)
    const data = {
      ...prompt,
      description: '',
      content: `${prompt.content} Be brief.`,
      reason: 'Shorter.',
      baseVersion: 1,
    }
    const suggestion = await post(proposer, `/prompts/${id}/change-requests`, data)

    await page.goto(`${site.url}/suggested-edit/${suggestion.id}`)
    await page.getByText('Run the tests on both texts').click()
    const tests = page.getByRole('region', { name: 'Tests of both texts' })
    await uncheckAll(tests)
    await tests.getByRole('checkbox', { name: /steady/ }).check()
    await expect(tests.getByText('12 credits')).toBeVisible()
    await tests.getByRole('button', { name: 'Run tests on both texts' }).click()
    for (const side of ['Current text', 'Suggested text'])
      await expect(tests.getByRole('region', { name: `Progress: ${side}` })).toContainText('Finished: 3 of 3 answers')
    await expect(chip(page)).toContainText('18')
    await expect(tests.getByRole('row', { name: /steady/ }).getByRole('cell')).toHaveText(['3 of 3', '3 of 3'])
    await expectFitsAndIsAccessible(page)
    // These answers don't count as results of the prompt.
    const results = await (await page.request.get(`${site.url}/api/prompts/${id}/tests/results`)).json()
    expect(results.results).toEqual([])

    // Enough for one of the two runs, which the page doesn't know yet.
    await spendElsewhere(page, site, 10)
    await tests.getByRole('button', { name: 'Run tests on both texts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Insufficient credits' })
    await expect(dialog).toContainText('You need 6 credits but only have 2.')
    await expect(dialog).toContainText('You weren’t charged for this run')
    await expect(dialog).not.toContainText('Nothing was charged')
  })
})
