import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestSite, type TestSite } from '#test/test-site.ts'
import { addTrustedMember } from '#test/trusted-member.ts'
import { findCommentDrifts } from './tally-queries.ts'

let testSite: TestSite
let ids: Record<'reader' | 'other' | 'newcomer' | 'moderator', string>
let promptId: string

const send = (method: string, path: string, as: string | undefined, json?: object) =>
  testSite.request(path, { method, as, json })
const post = (as: string, json: object) => send('POST', `/api/prompts/${promptId}/comments`, as, json)

beforeAll(async () => {
  testSite = await createTestSite()
  ids = {
    moderator: await testSite.addUser('mo', 'moderator'),
    newcomer: await testSite.addUser('newcomer'),
    reader: await addTrustedMember(testSite, 'reader'),
    other: await addTrustedMember(testSite, 'other'),
  }
})
afterAll(() => testSite.close())
beforeEach(async () => {
  promptId = (await testSite.addPrompt()).id
})

describe('the number of comments on a card', () => {
  const countOnCard = async () => (await testSite.request(`/api/prompts/${promptId}`)).body.comments

  it('is the number of public comments and replies, whatever changes them', async () => {
    expect(await countOnCard()).toBe(0)
    const { body: parent } = await post(ids.reader, { content: 'One.' })
    await post(ids.other, { content: 'Its reply.', parentId: parent.id })
    const { body: waiting } = await post(ids.newcomer, { content: 'Waits for a moderator.' })
    expect(waiting.state).toBe('waiting')
    expect(await countOnCard()).toBe(2)
    await send('PATCH', `/api/admin/comments/${waiting.id}`, ids.moderator, { action: 'approve' })
    expect(await countOnCard()).toBe(3)
    await send('DELETE', `/api/comments/${parent.id}`, ids.reader)
    await send('PATCH', `/api/admin/comments/${waiting.id}`, ids.moderator, { action: 'remove', reason: 'Spam' })
    expect(await countOnCard()).toBe(1)
    const { body } = await testSite.request('/api/prompts?limit=100')
    expect(body.items.find(({ id }: { id: string }) => id === promptId).comments).toBe(1)
    expect(await findCommentDrifts(testSite.db)).toEqual([])
  })

  it('counts comments that one statement adds and deletes by the thousand', async () => {
    await post(ids.reader, { content: 'The first.' })
    await sql`
      insert into comments (id, thread_id, user_id, content, fingerprint, state, created_at, shown_at)
      select gen_random_uuid(), t.id, ${ids.reader}, n::text, '', 'shown', now(), now()
      from comment_threads t, generate_series(1, 10000) n where t.prompt_id = ${promptId}`.execute(testSite.db)
    expect(await countOnCard()).toBe(10_001)
    await sql`delete from comments where content ~ '^[0-9]+$'`.execute(testSite.db)
    expect(await countOnCard()).toBe(1)
    await testSite.db.deleteFrom('prompts').where('id', '=', promptId).execute()
    expect(await findCommentDrifts(testSite.db)).toEqual([])
  })
})

describe('somebody else’s comment', () => {
  it('is 404 to a member who can’t see it, and can’t be changed by one who can', async () => {
    const { body: waiting } = await post(ids.newcomer, { content: 'Nobody sees this yet.' })
    const statuses = async (as: string, id: string) => [
      (await send('PATCH', `/api/comments/${id}`, as, { content: 'Mine' })).status,
      (await send('DELETE', `/api/comments/${id}`, as)).status,
    ]
    expect(await statuses(ids.other, waiting.id)).toEqual([404, 404])
    expect(await statuses(ids.moderator, waiting.id)).toEqual([403, 403])
    const { body: shown } = await post(ids.reader, { content: 'Everybody sees this.' })
    expect(await statuses(ids.other, shown.id)).toEqual([403, 403])
    await testSite.db.updateTable('prompts').set({ status: 'draft' }).where('id', '=', promptId).execute()
    expect(await statuses(ids.other, shown.id)).toEqual([404, 404])
  })
})
