import { signUp } from './members.ts'
import { openSignedIn, publish } from './staff.ts'
import {
  expect,
  expectAccessible,
  expectFitsAndIsAccessible,
  expectNoSidewaysScroll,
  inBothThemes,
  test,
} from './story.ts'
import { titleOf } from './writer.ts'

type Browser = import('@playwright/test').Browser
type Page = import('@playwright/test').Page
type Locator = import('@playwright/test').Locator

/** Posts a comment through the API. If the comment is waiting, a moderator approves it. Returns its id. */
async function postComment(page: Page, browser: Browser, slug: string, data: object): Promise<string> {
  const response = await page.request.post(`/api/prompts/${slug}/comments`, { data })
  expect(response.status(), await response.text()).toBe(201)
  const { id, state } = await response.json()
  if (state === 'waiting') await approve(browser, id)
  return id
}

async function approve(browser: Browser, id: string) {
  const { page: moderator } = await openSignedIn(browser, 'moderator')
  const response = await moderator.request.patch(`/api/admin/comments/${id}`, { data: { action: 'approve' } })
  expect(response.ok(), await response.text()).toBe(true)
}

const commentBy = (page: Page, username: string) => page.getByRole('article', { name: `Comment by ${username}` })

test('a member reports by keyboard how a prompt worked, and everybody can read the report once a moderator approves it', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const { page: author } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Prompt with a report of use'))
  const { username } = await signUp(page)
  await page.goto(`/prompt/${slug}`)
  const write = page.getByRole('button', { name: 'Write a comment' })
  const text = page.getByLabel('Your comment', { exact: true }).last()
  await expect(async () => {
    await write.focus({ timeout: 1_000 })
    await page.keyboard.press('Enter')
    await expect(text).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.setViewportSize({ width: 1280, height: 900 })
  const topOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top)
  expect(
    await topOf(page.getByRole('form', { name: 'Your comment' })),
    'the form is below the heading',
  ).toBeGreaterThan((await topOf(page.getByRole('heading', { name: 'Comments' }))) + 20)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.keyboard.type('Works with `gpt` and ')
  await page.keyboard.type('short lists.')
  await page.getByLabel('Did it work?').selectOption('Worked')
  await page.getByLabel('Model', { exact: true }).fill('Claude')
  await expectFitsAndIsAccessible(page)
  await page.getByRole('button', { name: 'Post', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('A moderator will review it before others can see it.')).toBeVisible()
  await expect(commentBy(page, username)).toContainText('Waiting for a moderator')
  const visitorContext = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const visitor = await visitorContext.newPage()
  await visitor.goto(`/prompt/${slug}`)
  await expect(commentBy(visitor, username)).toBeHidden()
  const { items } = await (await page.request.get(`/api/prompts/${slug}/comments`)).json()
  await approve(browser, items[0].id)
  const readPage = async () => (await visitor.request.get(`/prompt/${slug}`)).text()
  await expect.poll(readPage).toContain('short lists.')
  await visitor.reload()
  await expect(commentBy(visitor, username)).toContainText('short lists.')
  await expect(visitor.getByRole('region', { name: 'Reported to work' })).toContainText('1 of 1 on Claude')
  await page.reload()
  await expect(commentBy(page, username)).toContainText('Worked on Claude')
  await expectFitsAndIsAccessible(page)
})

test('a comment that has a reply leaves a placeholder when its author deletes it', async ({ page, browser }) => {
  const { page: author, member } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Prompt with a discussed comment'))
  const commentId = await postComment(author, browser, slug, { content: 'Does it work for long lists?' })
  const { username } = await signUp(page)
  await page.goto(`/prompt/${slug}`)
  await expect(commentBy(page, member.username)).toBeVisible()
  await page.getByRole('button', { name: /^Reply/ }).click()
  await page.getByLabel('Your reply', { exact: true }).last().fill('It does, up to a hundred.')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(commentBy(page, username)).toContainText('up to a hundred')
  const { items } = await (await page.request.get(`/api/prompts/${slug}/comments`)).json()
  await approve(browser, items[0].answers[0].id)
  expect((await author.request.delete(`/api/comments/${commentId}`)).status()).toBe(204)
  await page.reload()
  await expect(page.getByText('Its author deleted this comment.')).toBeVisible()
  await expect(commentBy(page, username)).toContainText('up to a hundred')
})

test('a member blocks another by keyboard and sees none of their comments until unblocking them', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const { page: author, member } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Prompt by a blocked member'))
  await postComment(author, browser, slug, { content: `A remark by ${member.username}` })
  await signUp(page)
  await page.goto(`/user/${member.username}`)
  const block = page.getByRole('button', { name: 'Block', exact: true })
  await block.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Blocked', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // The comment in the page's HTML is hidden while the member's own list of comments is loading.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/comments/, (route) => released.then(() => route.continue()))
  await page.goto(`/prompt/${slug}`)
  const remark = page.getByText(`A remark by ${member.username}`)
  await expect(remark).toHaveCount(1)
  await expect(remark).toBeHidden()
  release()
  await expect(remark).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  // The blocked member can still read their own profile.
  const profile = await author.request.get(`/user/${member.username}`)
  expect(profile.status()).toBe(200)
  await page.goto('/settings')
  const unblock = page.getByRole('button', { name: `Unblock ${member.username}` })
  await expect(unblock).toBeVisible()
  await expectFitsAndIsAccessible(page)
  await unblock.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody yet. You can block or mute people on their pages.')).toBeVisible()
  await page.goto(`/prompt/${slug}`)
  await expect(commentBy(page, member.username)).toBeVisible()
})

test('a comment with long words, code, stacked accents and a disguised link doesn’t break the layout, even without JavaScript', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { page: author, member } = await openSignedIn(browser)
  const slug = await publish(author, titleOf('Prompt with a long comment'))
  const code = `const all = ${'[1, 2, 3].concat('.repeat(12)}`
  // \u0430 is a Cyrillic letter that looks like an “a”.
  const content = `${'W'.repeat(300)}\nSecond line of ${'Z\u0337\u0327\u0321'.repeat(40)}\n\n\`\`\`\n${code}\n\`\`\`\n\nSee https://\u0430pple.example/${'a'.repeat(120)}`
  await postComment(author, browser, slug, { content })
  const visitorContext = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(author.url()).origin })
  const visitor = await visitorContext.newPage()
  await visitor.setViewportSize({ width: 390, height: 844 })
  for (const reader of [page, visitor]) {
    const address = `${new URL(author.url()).origin}/prompt/${slug}`
    await expect.poll(async () => (await reader.request.get(address)).text()).toContain('xn--pple-43d.example')
    await reader.goto(address)
    await expect(commentBy(reader, member.username)).toContainText('(xn--pple-43d.example)')
    await expectNoSidewaysScroll(reader)
  }
  await inBothThemes(page, async () => expectAccessible(page))
})
