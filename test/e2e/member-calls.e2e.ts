import type { Page } from '@playwright/test'
import { expectSignedIn, type TestMember } from './members.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, test } from './story.ts'
import { titleOf } from './writer.ts'

/** How long a page has to be quiet until it has made all of its calls, in ms. Intervals begin later. */
const quietMs = 1500
/** What a page asks for everybody: it counts the view, and fetches what the next click may need. */
const sharedCalls = /^(?:POST \/api\/views|GET \/api\/(?:home|footer)\b)/

/**
 * Opens pages, which the server sends to everybody. Returns the calls that each then made for its reader, by path. A call
 * belongs to the page that was shown when it was made, even if a busy browser made it late.
 */
async function callsOf(page: Page, member: TestMember, paths: string[]): Promise<Record<string, string[]>> {
  const calls = Object.fromEntries(paths.map((path): [string, string[]] => [path, []]))
  let last = 0
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const call = `${request.method()} ${pathname}${search}`
    if (!pathname.startsWith('/api/') || sharedCalls.test(call)) return
    last = Date.now()
    const shown = new URL(request.frame().url())
    calls[shown.pathname + shown.search]?.push(decodeURIComponent(call))
  })
  for (const path of paths) {
    await page.goto(path)
    await expectSignedIn(page, member)
    last = Date.now()
    while (Date.now() - last < quietMs) await page.waitForTimeout(100)
  }
  return calls
}

async function expectFewCalls(page: Page, member: TestMember, ...slugs: string[]): Promise<void> {
  const calls = await callsOf(page, member, [
    ...['/', '/prompts', '/prompts/newest', '/category/creative?sort=newest', '/search?q=shop'],
    ...['/favorites', '/notifications', '/settings', `/user/${member.username}`],
    ...slugs.map((slug) => `/prompt/${slug}`),
  ])
  const numbers = Object.entries(calls).map(([path, { length }]) => `${path}: ${length}`)
  expect(
    Object.entries(calls).filter(([, { length }]) => length > 3),
    numbers.join(', '),
  ).toEqual([])
  // Otherwise, calls would have been counted for no page.
  expect(
    Object.entries(calls).filter(([, { length }]) => length === 0),
    numbers.join(', '),
  ).toEqual([])
}

test('after the HTML that everybody gets, a new member’s pages make at most three calls', async ({ browser }) => {
  test.setTimeout(240_000)
  const author = await openSignedIn(browser)
  const slug = await publish(author.page, titleOf('A prompt for the shop'))
  const { page, member } = await openSignedIn(browser)
  await expectFewCalls(page, member, slug)
})

test('the pages of a member with groups, drafts, saved prompts and notifications do too', async ({ browser }) => {
  test.setTimeout(240_000)
  const { page: admin } = await openSignedIn(browser, 'admin')
  const reader = await openSignedIn(browser)
  const author = await openSignedIn(browser)
  const write = async (page: Page, method: string, path: string, data?: object) => {
    const response = await page.request.fetch(path, { method, data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return response.status() === 204 ? null : response.json()
  }
  const { slug: group } = await write(admin, 'POST', '/api/admin/groups', { name: titleOf('Sellers') })
  for (const [person, role] of [
    [reader.member.username, 'approver'],
    [author.member.username, 'writer'],
  ])
    await write(admin, 'POST', `/api/groups/${group}/members`, { person, role })
  const text = { content: 'Buy {{thing}} in our shop, today and tomorrow.', category: 'creative', tags: ['shop'] }
  const draft = { ...text, title: titleOf('An own draft'), status: 'draft' }
  await write(reader.page, 'POST', '/api/prompts', draft)
  const own = await publish(reader.page, titleOf('An own prompt for the shop'))
  const shared = { ...text, title: titleOf('What our group sells in its shop'), status: 'shared', group }
  await write(author.page, 'POST', '/api/prompts', shared)
  await write(reader.page, 'PUT', `/api/user/follows/person/${author.member.username}`)
  const slug = await publish(author.page, titleOf('Another prompt for the shop'))
  const { id } = await write(author.page, 'GET', `/api/prompts/${slug}`)
  await write(reader.page, 'POST', '/api/favorites', { promptId: id })
  await write(reader.page, 'POST', '/api/votes', { promptId: id, value: 1 })
  await write(author.page, 'POST', `/api/prompts/${id}/comments`, { content: 'It works well in our shop.' })
  await expectFewCalls(reader.page, reader.member, slug, own)
})
