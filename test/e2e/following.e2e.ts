import { signUp } from './members.ts'
import { runProgram } from './product.ts'
import { storySite } from './site.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, expectFitsAndIsAccessible, inBothThemes, test } from './story.ts'
import { titleOf } from './writer.ts'

/**
 * Gives members their notifications of new events. Returns the path at which the member with this username unsubscribes
 * from the weekly email.
 */
async function deliver(username = ''): Promise<string> {
  const settings = storySite()?.settings ?? {}
  const { status, output } = await runProgram('test/e2e/deliver-notifications.ts', [username], settings)
  expect(status, output).toBe(0)
  return output.trim()
}

test('a member follows a person, is notified of a new prompt and opens it, by keyboard alone', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  const { page: author, member } = await openSignedIn(browser)
  await publish(author, titleOf('Before anybody follows'))
  await signUp(page)
  await page.goto(`/user/${member.username}`)
  const follow = page.getByRole('button', { name: `Follow ${member.username}`, exact: true })
  await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await follow.press('Enter')
  await expect(page.getByRole('button', { name: `Following ${member.username}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The button shows the follow before the server has stored it.
  await expect
    .poll(async () => (await (await page.request.get('/api/user/follows')).json()).items.length)
    .toBeGreaterThan(0)
  const title = titleOf('News for followers')
  await publish(author, title)
  await deliver()
  // The server's own job may be delivering the event at the same time.
  await expect.poll(async () => (await (await page.request.get('/api/notifications/count')).json()).unread).toBe(1)
  // A page requests the number of unread notifications at most once a minute, and the previous page may have stored an
  // old number. At this URL, which isn't a page, nothing stores the number again after its removal.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.removeItem('unread_notifications'))
  await page.goto('/')
  const bell = page.getByRole('link', { name: 'Notifications, 1 unread' })
  await expect(bell).toBeVisible()
  await bell.press('Enter')
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(`New prompt by ${member.username}`)
  await expectFitsAndIsAccessible(page)
  await expect(page.getByRole('button', { name: 'Mark all as read' }), 'not needed for one notification').toHaveCount(0)
  await page.getByRole('button', { name: /^Mark as read/ }).press('Enter')
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Mark as unread/ }).press('Enter')
  await expect(bell).toBeVisible()
  await page.getByRole('link', { name: title }).press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.goto('/following')
  await expectFitsAndIsAccessible(page)
  await page.getByRole('button', { name: `Unfollow ${member.username}` }).press('Enter')
  await expect(follow).toBeVisible()
  await expect.poll(async () => (await (await page.request.get('/api/user/follows')).json()).items).toEqual([])
})

test('“Mark all as read” leaves unread what came after the list was loaded', async ({ page, browser }) => {
  const { page: author, member } = await openSignedIn(browser)
  await signUp(page)
  expect((await page.request.put(`/api/user/follows/person/${member.username}`)).ok()).toBe(true)
  const publishAndDeliver = async (title: string, unread: number) => {
    await publish(author, titleOf(title))
    await deliver()
    // The server's own job may be delivering the event at the same time.
    await expect
      .poll(async () => (await (await page.request.get('/api/notifications/count')).json()).unread)
      .toBe(unread)
  }
  await publishAndDeliver('First news', 1)
  await publishAndDeliver('Second news', 2)
  await page.goto('/notifications')
  const markAll = page.getByRole('button', { name: 'Mark all as read' })
  await expect(markAll).toBeVisible()
  await publishAndDeliver('Late news', 3)
  await markAll.click()
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toContainText(['Late news', 'Second news', 'First news'])
  await expect(rows.filter({ hasText: 'Unread:' })).toContainText(['Late news'])
})

test('a member follows a collection and is notified of a new item', async ({ page, browser }) => {
  const { page: owner, member } = await openSignedIn(browser)
  const title = titleOf('Followed collection')
  const post = async (path: string, data: object) => {
    const response = await owner.request.post(`/api/collections${path}`, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return response.json()
  }
  const { id, slug } = await post('', { title, visibility: 'public' })
  const add = async (name: string) => post(`/${id}/items`, { kind: 'prompt', id: await publish(owner, titleOf(name)) })
  await add('First item')
  await signUp(page)
  await page.goto(`/collection/${slug}`)
  await page.getByRole('button', { name: `Follow ${title}` }).click()
  await expect(page.getByRole('button', { name: `Following ${title}` })).toBeVisible()
  await expect.poll(async () => (await (await page.request.get('/api/user/follows')).json()).items.length).toBe(1)
  await add('Second item')
  await deliver()
  await page.goto('/notifications')
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(
    `New in a collection by ${member.username}`,
  )
  // Alt+click downloads the page, and a middle click opens it in a new tab.
  const link = page.getByRole('link', { name: title })
  const download = page.waitForEvent('download')
  await link.click({ modifiers: ['Alt'] })
  await (await download).cancel()
  await page.getByRole('button', { name: /^Mark as unread/ }).click()
  await expect(page.getByRole('button', { name: /^Mark as read/ })).toBeVisible()
  await link.click({ button: 'middle' })
  await expect(page.getByRole('button', { name: /^Mark as unread/ })).toBeVisible()
  await expect(page).toHaveURL(/\/notifications$/)
})

test('several tabs together ask for the number of unread notifications once a minute, and not while hidden', async ({
  page,
  context,
}) => {
  await signUp(page)
  await context.clock.install()
  let requestCount = 0
  let pendingRequests = 0
  context.on('request', (request) => {
    pendingRequests++
    // The first request comes with others.
    if (request.url().includes('/api/notifications/count')) requestCount++
  })
  context.on('requestfinished', () => pendingRequests--)
  context.on('requestfailed', () => pendingRequests--)
  // Skipping time makes requests in progress time out, so this waits for them first.
  const skipTime = async (ms: number) => {
    await expect.poll(() => pendingRequests).toBe(0)
    await context.clock.fastForward(ms)
  }
  const tabs = [page, await context.newPage(), await context.newPage()]
  const expectRequests = async (expected: number) => {
    await expect.poll(() => requestCount).toBe(expected)
    // Within this time, the other tabs would have sent requests too.
    await context.clock.runFor(1500)
    expect(requestCount).toBe(expected)
    await expect.poll(() => pendingRequests).toBe(0)
  }
  for (const tab of tabs) {
    await tab.goto('/')
    await expect(tab.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  }
  await expectRequests(1)
  await skipTime(64_000)
  await expectRequests(2)
  const setHidden = (isHidden: boolean) =>
    Promise.all(
      tabs.map((tab) =>
        tab.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, isHidden),
      ),
    )
  await setHidden(true)
  await skipTime(300_000)
  await expectRequests(2)
  await setHidden(false)
  await expectRequests(3)
  // This looks as if the clock of the machine had been set back by a year since the last request.
  await page.evaluate(() => {
    const shared = JSON.parse(localStorage.getItem('unread_notifications') ?? '')
    localStorage.setItem(
      'unread_notifications',
      JSON.stringify({ ...shared, requestedAt: Date.now() + 31_536_000_000 }),
    )
  })
  await page.reload()
  await expectRequests(4)
})

test('a kind of notification that is switched off in the settings is no longer added to the private feed, which anybody with its URL can read', async ({
  page,
  browser,
}) => {
  const { page: author, member } = await openSignedIn(browser)
  await publish(author, titleOf('Somebody to follow'))
  await signUp(page)
  expect((await page.request.put(`/api/user/follows/person/${member.username}`)).status()).toBe(204)
  const first = titleOf('In the feed')
  await publish(author, first)
  await deliver()
  await page.goto('/settings')
  const kind = page.getByRole('checkbox', { name: /^New prompts from people/ })
  await expect(page.getByText('This site doesn’t send email, so there is no weekly email.')).toBeVisible()
  await kind.focus()
  await page.keyboard.press('Space')
  await expect(kind).not.toBeChecked()
  const feed = (await (await page.request.post('/api/user/notification-feed')).json()) as { url: string }
  await expect
    .poll(async () => (await (await page.request.get('/api/user/notification-settings')).json()).off)
    .toEqual(['prompt-new'])
  const second = titleOf('Not in the feed')
  await publish(author, second)
  await deliver()
  const visitorContext = await browser.newContext({ baseURL: storySite()?.url })
  const text = await (await visitorContext.request.get(feed.url)).text()
  expect(text).toContain(first)
  expect(text).not.toContain(second)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the link in an email unsubscribes from the weekly email', async ({ page, browser }) => {
    const { member } = await openSignedIn(browser)
    const path = await deliver(member.username)
    await page.goto(path)
    await inBothThemes(page, async () =>
      expect(page.getByRole('heading', { name: 'Stop the weekly email?' })).toBeVisible(),
    )
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  })
})
