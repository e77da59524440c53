import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'

let testSite: TestSite
let author: string
let moderator: string
let admin: string
/** How many emails had been sent before the test. */
let emailsBefore = 0
beforeAll(async () => {
  testSite = await createTestSite()
  author = await testSite.addUser('Ada')
  moderator = await testSite.addUser('mo', 'moderator')
  admin = await testSite.addUser('root', 'admin')
})
afterAll(() => testSite.close())
beforeEach(() => {
  emailsBefore = testSite.outbox().length
})

const moderate = (id: string, json: object, as = moderator) =>
  testSite.request(`/api/admin/prompts/${id}`, { method: 'PATCH', as, json })
const remove = (id: string, removedReason = 'It sells pills.') => moderate(id, { status: 'removed', removedReason })
const restore = (id: string) => moderate(id, { status: 'published' })

/** Runs all jobs and returns the emails of this test. */
async function readEmails() {
  await testSite.runJobs()
  return testSite.outbox().slice(emailsBefore)
}
/** The subjects of this test's emails, sorted, because emails sent at the same moment arrive in any order. */
const subjects = async () => (await readEmails()).map(({ subject }) => subject).sort()

describe('the author of a prompt', () => {
  it('gets an email with reason and advice when the prompt is removed, and another when it is restored', async () => {
    const title = 'Pills for everybody'
    const { id, slug } = await testSite.addPrompt({ userId: author, title })
    await remove(id)
    const [removed] = await readEmails()
    await restore(id)
    const [, restored] = await readEmails()
    expect([removed?.to, removed?.subject]).toEqual(['Ada@example.test', 'Your prompt was removed from Promptarium'])
    for (const part of [
      'Hello Ada,',
      `“${title}”`,
      'Reason: It sells pills.',
      '/my-prompts?status=removed',
      '/contact',
    ])
      expect(removed?.text).toContain(part)
    expect(restored?.subject).toBe('Your prompt is back on Promptarium')
    expect(restored?.text).toContain(`“${title}”`)
    expect(restored?.text).toContain(`/prompt/${slug}\n`)
    expect(`${removed?.text}${restored?.text}`).not.toMatch(/\bmo\b/)
  })

  it('gets an email for each removal, new reason and restoration, none for repeated calls or a new title', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    await Promise.all([remove(id), remove(id), remove(id)])
    await remove(id)
    expect(await subjects()).toEqual(['Your prompt was removed from Promptarium'])
    await remove(id, 'It sells pills, and vitamins.')
    await restore(id)
    await restore(id)
    await moderate(id, { title: 'Another title' })
    expect(await subjects()).toEqual([
      'Your prompt is back on Promptarium',
      'Your prompt was removed from Promptarium',
      'Your prompt was removed from Promptarium',
    ])
  })

  it('gets an email when a pending prompt is published', async () => {
    const { id } = await testSite.addPrompt({ userId: author, status: 'pending' })
    await moderate(id, { status: 'published' })
    const [email] = await readEmails()
    expect(email?.subject).toBe('Your prompt is published on Promptarium')
    expect(email?.text).toContain('reviewed your prompt and published it')
  })

  it('gets an email when the prompt is removed after a report, and when that decision is undone', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    await testSite.request('/api/reports', { method: 'POST', as: admin, json: { promptId: id, reason: 'spam' } })
    const { body } = await testSite.request('/api/admin/reports', { as: moderator })
    const decide = (action: string) =>
      testSite.request(`/api/admin/reports/${body.items[0].id}`, { method: 'POST', as: moderator, json: { action } })
    await decide('remove')
    await decide('remove')
    await readEmails()
    await decide('reopen')
    await decide('dismiss')
    const emails = await readEmails()
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your prompt was removed from Promptarium',
      'Your prompt is back on Promptarium',
    ])
    expect(emails[0]?.text).toContain('Reason: It advertises something.')
  })

  it('gets no email if the request to remove the prompt is refused', async () => {
    const { id } = await testSite.addPrompt({ userId: author })
    const refused = await moderate(id, { status: 'removed', removedReason: 'It sells pills.', featured: true })
    expect(refused.status).toBe(403)
    expect(await readEmails()).toEqual([])
  })
})

it('no email about a removal goes to a moderator who removed their own prompt, to banned users or to the site account', async () => {
  const moderatorsPrompt = await testSite.addPrompt({ userId: moderator })
  await remove(moderatorsPrompt.id)
  const sitesPrompt = await testSite.addPrompt()
  await remove(sitesPrompt.id)
  const banned = await testSite.addUser('mallory')
  const bannedPrompt = await testSite.addPrompt({ userId: banned })
  await testSite.request('/api/reports', {
    method: 'POST',
    as: author,
    json: { promptId: bannedPrompt.id, reason: 'spam' },
  })
  const { body } = await testSite.request('/api/admin/reports', { as: admin })
  const ban = await testSite.request(`/api/admin/reports/${body.items[0].id}`, {
    method: 'POST',
    as: admin,
    json: { action: 'ban', undo: true },
  })
  expect(ban.status).toBe(200)
  expect(await readEmails()).toEqual([])
})

it('no email about a removed collection goes to its owner if they are banned with the same decision', async () => {
  const owner = await testSite.addUser('mallory-2')
  const { body: collection } = await testSite.request('/api/collections', {
    method: 'POST',
    as: owner,
    json: { title: 'Useful prompts', visibility: 'unlisted' },
  })
  await testSite.request('/api/reports', {
    method: 'POST',
    as: author,
    json: { collectionId: collection.id, reason: 'spam' },
  })
  const { body } = await testSite.request('/api/admin/reports', { as: admin })
  const ban = await testSite.request(`/api/admin/reports/${body.items[0].id}`, {
    method: 'POST',
    as: admin,
    json: { action: 'ban' },
  })
  expect(ban.body).toMatchObject({ state: 'banned', collection: { title: 'Useful prompts' } })
  expect(await readEmails()).toEqual([])
})
