import type { Page } from '@playwright/test'
import { openSignedIn } from './staff.ts'
import { expect, expectFitsAndIsAccessible, inBothThemes, test } from './story.ts'
import { fillPromptForm, titleOf } from './writer.ts'

const check = (page: Page) => inBothThemes(page, () => expectFitsAndIsAccessible(page))

/** Creates a group with a writer. Returns its name and slug. */
async function addGroup(admin: Page, person: string, needsApproval: boolean) {
  const name = titleOf(needsApproval ? 'Lawyers' : 'Sellers')
  const created = await admin.request.post('/api/admin/groups', { data: { name, needsApproval } })
  expect(created.status(), await created.text()).toBe(201)
  const { slug } = await created.json()
  const added = await admin.request.post(`/api/groups/${slug}/members`, { data: { person, role: 'writer' } })
  expect(added.status(), await added.text()).toBe(201)
  return { name, slug }
}

// The server's page of a shared prompt is the 404 page, which the browser replaces for members.
test.use({ expectedMessages: [/status of 404/] })

test('a member chooses who sees a prompt: a group, one that needs approval, everybody or nobody else', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { page: admin } = await openSignedIn(browser, 'admin')
  const { page, member } = await openSignedIn(browser)
  await page.goto('/create-prompt')
  await expect(page.getByLabel('Title')).toBeVisible()
  await expect(page.getByText('Who sees it')).toHaveCount(0)
  const sellers = await addGroup(admin, member.username, false)
  const lawyers = await addGroup(admin, member.username, true)

  // The choice survives a reload, like the text.
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/create-prompt')
  const title = titleOf('A pitch for customers')
  await fillPromptForm(page, title)
  const who = page.getByRole('group', { name: 'Who sees it' })
  await who.getByLabel('Groups').check()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(who.getByText('Choose at least one group.')).toBeVisible()
  await who.getByLabel(sellers.name).check()
  await check(page)
  await page.reload()
  await expect(who.getByLabel(sellers.name)).toBeChecked()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const slug = new URL(page.url()).pathname.split('/').pop()
  const mark = page.locator('#main').getByRole('link', { name: sellers.name, exact: true })
  await expect(mark.first()).toBeVisible()
  await check(page)
  await page.goto('/my-prompts?status=shared')
  await expect(mark).toHaveAttribute('href', `/group/${sellers.slug}`)
  await check(page)
  await page.goto(`/group/${sellers.slug}`)
  await expect(page.getByRole('article').getByRole('link', { name: sellers.name })).toBeVisible()

  // A collection for the group, with that prompt, is on the group's page.
  await page.goto('/my-collections')
  await page.getByRole('button', { name: 'New collection' }).click()
  const collected = titleOf('What sells')
  await page.getByLabel('Title').fill(collected)
  await page.getByLabel('Groups: members of the groups that you choose').check()
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByText('Choose at least one group.')).toBeVisible()
  await page.getByLabel(sellers.name).check()
  await expect(page.getByLabel(lawyers.name)).toHaveCount(0)
  await check(page)
  await page.getByRole('button', { name: 'Create collection' }).click()
  await page.getByRole('link', { name: 'Open the collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: collected })).toBeVisible()
  const collection = new URL(page.url()).pathname.split('/').pop()
  const added = await page.request.post(`/api/collections/${collection}/items`, { data: { kind: 'prompt', id: slug } })
  expect(added.status(), await added.text()).toBe(200)
  await page.goto(`/group/${sellers.slug}`)
  await page.getByRole('link', { name: collected }).click()
  await expect(page.getByText('For groups')).toBeVisible()
  await expect(page.locator('#main').getByRole('link', { name: title })).toBeVisible()
  await check(page)

  // Lists that the server renders for everybody also have it, once the browser knows who reads them.
  for (const path of ['/category/education-learning?sort=newest', `/search?q=${encodeURIComponent(title)}`]) {
    const requests: string[] = []
    const count = (request: { url: () => string }) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/(prompts|search|filters)/.test(pathname)) requests.push(pathname)
    }
    page.on('request', count)
    await page.goto(path)
    await expect(page.getByRole('article').getByRole('link', { name: title })).toBeVisible()
    page.off('request', count)
    expect(requests.length, `${path}: ${requests}`).toBeLessThanOrEqual(3)
    const visitor = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const shared = await (await visitor.request.get(path)).text()
    expect(shared).not.toContain(slug)
    expect(await (await page.request.get(path)).text()).not.toContain(slug)
    await visitor.close()
  }

  // Its writer doesn't decide who else sees it.
  await page.goto(`/prompt/${slug}/edit`)
  await expect(page.getByText('Only its groups see it. Their approvers decide who else does.')).toBeVisible()
  const promoted = await admin.request.patch(`/api/groups/${sellers.slug}/members/${member.username}`, {
    data: { role: 'approver' },
  })
  expect(promoted.status(), await promoted.text()).toBe(200)
  await page.reload()
  await who.getByLabel('Only me').check()
  await check(page)
  await page.getByRole('button', { name: 'Return it to its author' }).click()
  await expect(page.getByRole('heading', { name: 'My Prompts' })).toBeVisible()
  expect((await (await page.request.get(`/api/prompts/${slug}`)).json()).status).toBe('draft')

  // From a draft to a group that needs approval.
  await page.goto(`/prompt/${slug}/edit`)
  await expect(who.getByLabel('Only me')).toBeChecked()
  await who.getByLabel('Groups').check()
  await who.getByLabel(lawyers.name).check()
  await expect(who.getByText('One of its approvers must approve it first.')).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A prompt for the group' })).toBeVisible()

  // A new one waits in the same way, and its text is kept as a draft.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/create-prompt')
  const second = titleOf('A clause about liability')
  await fillPromptForm(page, second)
  await who.getByLabel('Groups').check()
  await who.getByLabel(lawyers.name).check()
  await check(page)
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A prompt for the group' })).toBeVisible()
  await page.goto('/my-prompts?status=draft')
  await expect(page.getByRole('link', { name: second, exact: true })).toBeVisible()
})
