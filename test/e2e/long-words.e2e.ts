import { cutText } from '#lib/well-formed.ts'
import { openSignedIn, publish } from './staff.ts'
import { expect, expectNoSidewaysScroll, test } from './story.ts'
import { titleOf } from './writer.ts'

/** Returns a word that is wider than any phone. `start`: how it begins; a unique part follows. */
const longWord = (start: string) => titleOf(start).replace(' ', '') + 'word'.repeat(18)

/**
 * So many blanks that a phone shows their labels in one row that scrolls. At the end of the row is a button that fills
 * in today's date.
 */
const manyBlanks = [...Array.from({ length: 9 }, (_, index) => `{{blank_${index}}}`), '{{today}}'].join(' ')

test('on a phone, long words that members wrote don’t make pages wider', async ({ browser, page: visitor }) => {
  const { page: author, member } = await openSignedIn(browser)
  const { page: moderator } = await openSignedIn(browser, 'moderator')
  const send = async (page: typeof author, method: 'post' | 'patch', path: string, data: object) => {
    const response = await page.request[method](path, { data })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return response.json()
  }
  const title = longWord('Title')
  const slug = await publish(author, title)
  const { id } = await (await author.request.get(`/api/prompts/${slug}`)).json()
  const tag = cutText(longWord('tag').toLowerCase(), 30)
  await send(author, 'patch', `/api/prompts/${id}`, {
    description: longWord('Description'),
    content: `${longWord('Content')} {{${'name'.repeat(9)}}} ${manyBlanks}`,
    tags: [tag],
    note: longWord('Note'),
  })
  const collection = await send(author, 'post', '/api/collections', {
    title: longWord('Collection'),
    description: longWord('Description'),
    visibility: 'public',
  })
  await send(author, 'post', `/api/collections/${collection.id}/items`, { kind: 'prompt', id, note: longWord('Note') })
  const comment = await send(author, 'post', `/api/prompts/${slug}/comments`, { content: longWord('Comment') })
  const { page: reader } = await openSignedIn(browser)
  const reportOfUse = await send(reader, 'post', `/api/prompts/${slug}/comments`, {
    content: longWord('Report'),
    usage: { outcome: 'worked', model: cutText(longWord('Model'), 60) },
  })
  for (const { id } of [comment, reportOfUse])
    await send(moderator, 'patch', `/api/admin/comments/${id}`, { action: 'approve', editedAt: null })
  await send(author, 'patch', '/api/user/profile', { bio: longWord('Bio'), link: '' })
  const suggestedEdit = await send(reader, 'post', `/api/prompts/${id}/change-requests`, {
    title: longWord('Title'),
    description: longWord('Description'),
    content: longWord('Content'),
    reason: longWord('Reason'),
    baseVersion: 2,
  })
  const expectFitsPhone = async (page: typeof author, path: string) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await test.step(path, () => expectNoSidewaysScroll(page))
  }
  for (const path of [
    `/collection/${collection.slug}`,
    '/collections',
    `/prompt/${slug}`,
    `/prompt/${slug}/history`,
    `/prompt/${slug}/tests`,
    `/prompts?tag=${tag}`,
    `/prompts?tag=${tag}&view=table`,
    '/category/creative',
    `/search?q=${title}`,
    `/user/${member.username}`,
    '/',
  ])
    await expectFitsPhone(visitor, path)
  for (const path of [
    `/prompt/${slug}`,
    `/suggested-edit/${suggestedEdit.id}`,
    '/suggested-edits',
    `/collection/${collection.slug}/edit`,
    '/my-collections',
    '/notifications',
  ])
    await expectFitsPhone(author, path)
  await expectFitsPhone(moderator, '/admin/comments')
})
