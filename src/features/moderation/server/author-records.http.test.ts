import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportables } from '#server/reportables.ts'
import { countStatements } from '#test/count-statements.ts'
import { createTestSite, memberOf, type TestSite } from '#test/test-site.ts'
import { withAuthors } from './author-queries.ts'

let testSite: TestSite
let ids: Record<'author' | 'reader' | 'moderator' | 'admin', string>
beforeAll(async () => {
  testSite = await createTestSite()
  ids = {
    author: await testSite.addUser('author'),
    reader: await testSite.addUser('reader'),
    moderator: await testSite.addUser('mo', 'moderator'),
    admin: await testSite.addUser('root', 'admin'),
  }
})
afterAll(() => testSite.close())

const read = async (path: string, as = ids.moderator) => (await testSite.request(path, { as })).body
const send = async (method: string, path: string, as: string, json: object) => {
  const response = await testSite.request(path, { method, as, json })
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}

it('the queues tell who the authors are, what of theirs was removed, and how many open reports they have', async () => {
  const [prompt, other] = [await testSite.addPrompt({ userId: ids.author }), await testSite.addPrompt()]
  const removed = await testSite.addPrompt({ userId: ids.author })
  await send('PATCH', `/api/admin/prompts/${removed.id}`, ids.moderator, { status: 'removed', removedReason: 'Spam.' })
  const comments = `/api/prompts/${prompt.id}/comments`
  const shown = await send('POST', comments, ids.author, { content: 'It works well for me.' })
  // Approved, so that it is shown whatever else its author posts.
  await send('PATCH', `/api/admin/comments/${shown.id}`, ids.moderator, { action: 'approve' })
  const comment = await send('POST', comments, ids.author, { content: 'Buy it, it is cheap.' })
  await send('PATCH', `/api/admin/comments/${comment.id}`, ids.moderator, { action: 'remove' })
  const example = await send('POST', `/api/prompts/${other.id}/examples`, ids.author, {
    model: 'GPT-5',
    madeOn: '2026-01-02',
    text: 'An answer of a model that is long enough to be shown.',
  })
  await send('POST', '/api/reports', ids.reader, { promptId: prompt.id, reason: 'spam' })
  await send('POST', '/api/reports', ids.reader, { commentId: shown.id, reason: 'spam' })
  await send('POST', '/api/reports', ids.reader, { exampleId: example.id, reason: 'spam' })

  const author = { username: 'author', banned: false, prompts: 1, removals: 2, openReports: 3 }
  for (const path of ['reports', 'comments?state=removed', 'examples', 'prompts?status=removed']) {
    const { items, authors } = await read(`/api/admin/${path}`)
    expect(items.length, path).toBeGreaterThan(0)
    expect(authors, path).toMatchObject([author])
  }
})

it('a page needs one more statement, and the site’s own accounts have no record', async () => {
  const { db, statements } = countStatements(testSite.db)
  const context = { db, reportables }
  const moderator = memberOf(ids.moderator, 'moderator')
  const page = { items: ['author', 'reader', 'READER', 'promptarium'], nextCursor: null, total: 4 }
  const { authors } = await withAuthors(context, moderator, page, (name) => name)
  expect(authors.map(({ username }) => username).sort()).toEqual(['author', 'reader'])
  expect(statements.count).toBe(1)
  await withAuthors(context, moderator, { ...page, items: [] }, String)
  expect(statements.count).toBe(1)
})

it('the overview lists what has waited longest in each queue', async () => {
  await send('POST', '/api/contact', ids.reader, { email: 'ada@example.org', message: 'Please have a look at this.' })
  const { oldest } = await read('/api/admin/overview', ids.admin)
  const titles = oldest.map(({ queue, title }: { queue: string; title: string }) => `${queue}: ${title}`)
  expect(titles).toContain('messages: Please have a look at this.')
  expect(titles).toContain('reports: It works well for me.')
  expect(titles.filter((title: string) => title.startsWith('examples:'))).toHaveLength(1)
  const times = oldest.map(({ since }: { since: string }) => since)
  expect(times).toEqual([...times].sort())
  const forModerator = await read('/api/admin/overview')
  expect(forModerator.oldest.filter(({ queue }: { queue: string }) => queue === 'messages')).toEqual([])
})
