import type { Page } from '@playwright/test'
import { runProgram } from './product.ts'
import { storySite } from './site.ts'
import { openSignedIn } from './staff.ts'
import { expect, expectFitsAndIsAccessible, inBothThemes, test } from './story.ts'
import { textValue, titleOf } from './writer.ts'

let groups = 0

/** Creates a group that needs approval, with members by role. Returns its slug. */
async function addGroup(admin: Page, members: Record<string, string>): Promise<string> {
  const name = titleOf(`Legal ${++groups}`)
  const created = await admin.request.post('/api/admin/groups', { data: { name, needsApproval: true } })
  expect(created.status(), await created.text()).toBe(201)
  const { slug } = await created.json()
  for (const [person, role] of Object.entries(members)) {
    const added = await admin.request.post(`/api/groups/${slug}/members`, { data: { person, role } })
    expect(added.status(), await added.text()).toBe(201)
  }
  return slug
}

async function askOwners(slug: string, days = 0): Promise<void> {
  const settings = storySite()?.settings ?? {}
  const { status, output } = await runProgram('test/e2e/ask-owners.ts', [slug, `${days}`], settings)
  expect(status, output).toBe(0)
}

const check = (page: Page) => inBothThemes(page, () => expectFitsAndIsAccessible(page))

test('on a phone, a prompt for a group waits, is approved, edited, published for everybody, reviewed and handed over', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { page: admin } = await openSignedIn(browser, 'admin')
  const { page: author, member: writer } = await openSignedIn(browser)
  const { page: approver, member: decider } = await openSignedIn(browser)
  const { page: reader, member: onlooker } = await openSignedIn(browser)
  await author.setViewportSize({ width: 390, height: 900 })
  const group = await addGroup(admin, {
    [writer.username]: 'writer',
    [decider.username]: 'approver',
    [onlooker.username]: 'reader',
  })
  const title = titleOf('Contract check')
  const data = {
    title,
    content: 'Check the contract of {{customer}} for risks.',
    category: 'creative',
    status: 'draft',
  }
  const draft = await (await author.request.post('/api/prompts', { data })).json()

  // The author shares a draft with the group, and it waits.
  await author.goto(`/prompt/${draft.id}`)
  await author.getByRole('button', { name: 'Share with a group' }).click()
  await author.getByLabel('Group', { exact: true }).selectOption(group)
  await expect(author.getByRole('button', { name: 'Send for approval' })).toBeVisible()
  await author.getByLabel('Note').fill('For the new contracts')
  await author.getByRole('button', { name: 'Send for approval' }).click()
  await expect(author.getByRole('heading', { level: 1, name: 'A prompt for the group' })).toBeVisible()
  await check(author)
  expect((await reader.request.get(`/api/prompts/${draft.id}`)).status()).toBe(404)

  // The approver finds it in the queue, reads it, comments, and approves it.
  await approver.goto('/groups')
  await approver.getByRole('link', { name: '1 thing waiting for you' }).click()
  await expect(approver.getByRole('heading', { level: 1, name: 'Waiting' })).toBeVisible()
  await check(approver)
  await approver.getByRole('link', { name: `Review “${title}”` }).click()
  await expect(approver.getByText('For the new contracts')).toBeVisible()
  await approver.getByLabel('Your comment').fill('Which countries?')
  await approver.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(approver.getByText('Which countries?')).toBeVisible()
  await check(approver)
  await approver.getByRole('button', { name: 'Approve and share' }).click()
  await expect(approver.locator('#main').getByText('Approved', { exact: true }).first()).toBeVisible()
  await reader.goto(`/prompt/${draft.id}`)
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()

  // An edit waits too, and can be changed while it does.
  await author.goto(`/prompt/${draft.id}`)
  await author.getByRole('link', { name: 'Edit', exact: true }).click()
  await author.getByLabel('Prompt', { exact: true }).fill('Check the contract of {{customer}} for risks and dates.')
  await author.getByRole('button', { name: 'Send for approval' }).click()
  await expect(author.getByRole('heading', { level: 1, name: 'An edit' })).toBeVisible()
  await author.getByRole('link', { name: 'Change it' }).click()
  await expect(textValue(author)).toHaveValue(/risks and dates/)
  await author.getByLabel('Prompt', { exact: true }).fill('Check the contract of {{customer}} for risks and deadlines.')
  await author.getByRole('button', { name: 'Send for approval' }).click()
  await expect(author.getByRole('heading', { level: 1, name: 'An edit' })).toBeVisible()
  await check(author)
  await approver.goto(`/group/${group}`)
  await check(approver)
  await approver.getByRole('link', { name: `Review “${title}”` }).click()
  await expect(approver.locator('ins').filter({ hasText: 'deadlines' })).toBeVisible()
  await check(approver)
  await approver.getByRole('button', { name: 'Return it' }).click()
  await expect(approver.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await approver.getByRole('button', { name: 'Approve the edit' }).click()
  await expect(approver.locator('#main').getByText('Approved', { exact: true }).first()).toBeVisible()
  await reader.reload()
  await expect(
    reader
      .locator('#main')
      .getByText(/risks and deadlines/)
      .first(),
  ).toBeVisible()

  // The review is due: three answers with one press each. Without one, the group sees that it is overdue.
  await askOwners(group)
  await author.goto('/groups/waiting')
  await expect(author.getByRole('heading', { name: 'Still right?' })).toBeVisible()
  await check(author)
  await author.getByRole('button', { name: 'Still right' }).click()
  await expect(author.getByRole('heading', { name: 'Still right?' })).toHaveCount(0)
  await askOwners(group, 15)
  await reader.goto(`/group/${group}`)
  await expect(reader.getByRole('heading', { name: 'Review overdue' })).toBeVisible()
  await check(reader)
  await reader.goto(`/prompt/${draft.id}`)
  await expect(reader.getByText(/^Review overdue since/)).toBeVisible()
  await author.goto(`/prompt/${draft.id}`)
  await expect(author.getByText(/^Review overdue since/)).toBeVisible()
  await check(author)
  await author.getByRole('button', { name: 'Retire' }).click()
  await expect(author.getByText('The group has taken this prompt out of use.')).toBeVisible()
  await approver.goto(`/prompt/${draft.id}`)
  await approver.getByRole('button', { name: 'Share it again' }).click()
  await expect(approver.getByText(/Reviewed until/)).toBeVisible()

  // From the group to everybody.
  await author.goto(`/prompt/${draft.id}`)
  await author.getByRole('button', { name: 'Publish for everybody' }).click()
  await author.getByRole('link', { name: 'Open it' }).click()
  await expect(author.getByRole('heading', { level: 1, name: 'A prompt for everybody' })).toBeVisible()
  await approver.goto('/groups/waiting')
  await approver.getByRole('link', { name: `Review “${title}”` }).click()
  await approver.getByRole('button', { name: 'Approve for everybody' }).click()
  await expect(approver.locator('#main').getByText('Approved', { exact: true }).first()).toBeVisible()
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(`${storySite()?.url}/prompt/${draft.id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await context.close()

  // The owner leaves, and the group answers for the prompt.
  const gone = await approver.request.delete(`/api/groups/${group}/members/${writer.username}`)
  expect(gone.status()).toBe(204)
  await approver.goto(`/prompt/${draft.id}`)
  await expect(approver.getByText('The group answers for this prompt.')).toBeVisible()
  await check(approver)
})
