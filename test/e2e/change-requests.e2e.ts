import type { Page } from '@playwright/test'
import { openSignedIn, publish } from './staff.ts'
import { bothThemes, expect, expectAccessible, expectNoSidewaysScroll, test } from './story.ts'
import { titleOf } from './writer.ts'

const pressed = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await page.getByRole(role, { name }).first().focus()
  await page.keyboard.press('Enter')
}
const looksWell = async (page: Page) => {
  await bothThemes(page, async () => expectAccessible(page))
  await expectNoSidewaysScroll(page)
}

for (const width of [1280, 390])
  test(`at ${width} px an edit is suggested, revised and accepted by keyboard, and its proposer is credited`, async ({
    browser,
    page: visitor,
  }) => {
    const { page: author } = await openSignedIn(browser)
    const { page: proposer, member } = await openSignedIn(browser)
    for (const page of [author, proposer]) await page.setViewportSize({ width, height: 900 })
    const slug = await publish(author, titleOf(`Buy at ${width}`))

    await proposer.goto(`/prompt/${slug}`)
    await pressed(proposer, 'link', 'Suggest an edit')
    await expect(proposer.getByRole('heading', { level: 1, name: 'Suggest an edit' })).toBeVisible()
    await expect(proposer.getByText(/published under the prompt’s licence/)).toBeVisible()
    await proposer.getByLabel('Prompt', { exact: true }).fill('Buy {{thing}} in our shop, today, and save a tenth.')
    await pressed(proposer, 'button', 'Send suggestion')
    await expect(proposer.getByText('Say why, in at least 3 characters.')).toBeVisible()
    await looksWell(proposer)
    await proposer.getByLabel('Why?').fill('It names the offer.')
    await pressed(proposer, 'button', 'Send suggestion')
    await expect(proposer.getByRole('heading', { level: 1, name: 'Suggested edit' })).toBeVisible()
    await expect(proposer.getByText('Open', { exact: true })).toBeVisible()
    await looksWell(proposer)

    await author.goto('/suggested-edits')
    await looksWell(author)
    await pressed(author, 'link', new RegExp(`Buy at ${width}`))
    await expect(author.getByText('It names the offer.')).toBeVisible()
    await looksWell(author)
    await author.getByLabel('Answer').fill('A fifth, please.')
    await pressed(author, 'button', 'Ask for changes')
    await expect(author.getByText('Changes asked for')).toBeVisible()

    await proposer.reload()
    await expect(proposer.getByText('A fifth, please.')).toBeVisible()
    await pressed(proposer, 'link', 'Revise')
    await proposer.getByLabel('Prompt', { exact: true }).fill('Buy {{thing}} in our shop, today, and save a fifth.')
    await pressed(proposer, 'button', 'Send suggestion')
    await expect(proposer.getByText('Open', { exact: true })).toBeVisible()

    await author.reload()
    await pressed(author, 'button', 'Accept as version 2')
    await expect(author.getByText(/It is version 2/)).toBeVisible()

    const html = await (await visitor.request.get(`/prompt/${slug}`)).text()
    expect(html).toContain('save a fifth.')
    expect(html).toContain(member.username)
  })

test('a prompt that changed meanwhile shows three texts, and nothing is merged by itself', async ({ browser }) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Moved on'))
  const { id } = await (await author.request.get(`/api/prompts/${slug}`)).json()
  const data = {
    title: 'Moved on',
    description: '',
    content: 'What the proposer wrote.\u202E',
    reason: 'Shorter.',
    baseVersion: 1,
  }
  const sent = await proposer.request.post(`/api/prompts/${id}/change-requests`, { data })
  expect(sent.status(), await sent.text()).toBe(201)
  const edited = await author.request.patch(`/api/prompts/${id}`, { data: { content: 'What the author wrote since.' } })
  expect(edited.ok()).toBe(true)

  await author.goto(`/suggested-edit/${(await sent.json()).id}`)
  for (const text of ['Buy {{thing}} in our shop', 'What the author wrote since.', 'What the proposer wrote.'])
    await expect(author.getByText(text).first()).toBeVisible()
  await expect(author.getByText('[U+202E]')).toHaveCount(2)
  await expect(author.getByText('1 invisible character that a model reads: direction overrides')).toBeVisible()
  await looksWell(author)
  const combined = 'What the author wrote since, and what the proposer wrote.'
  await author.getByLabel('The text to store').fill(combined)
  await author.getByRole('button', { name: 'Accept as version 3' }).click()
  await expect(author.getByText(/It is version 3/)).toBeVisible()
  expect((await (await author.request.get(`/api/prompts/${id}`)).json()).content).toBe(combined)
})

test('others have no access: a stranger sees nothing, a visitor signs in first', async ({ browser, page: visitor }) => {
  const { page: author } = await openSignedIn(browser)
  const { page: proposer } = await openSignedIn(browser)
  const { page: stranger } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Not for all'))
  const { id } = await (await author.request.get(`/api/prompts/${slug}`)).json()
  const data = { title: 'Not for all', description: '', content: 'A secret wish.', reason: 'Because.', baseVersion: 1 }
  const request = await (await proposer.request.post(`/api/prompts/${id}/change-requests`, { data })).json()
  expect((await stranger.request.get(`/api/change-requests/${request.id}`)).status()).toBe(404)
  expect((await visitor.request.get(`/api/change-requests/${request.id}`)).status()).toBe(401)
  await visitor.goto(`/suggested-edit/${request.id}`)
  await expect(visitor).toHaveURL(/\/auth/)
})
